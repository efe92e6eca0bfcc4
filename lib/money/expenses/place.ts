import 'server-only'
import type { Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { heldBy } from '@/lib/identity/settings/held-by'
import type { PlaceType } from './schema'

/** Whose an expense is: one shop's, one manual channel's, one legal entity's, or with none of them the whole company's. */
export type ExpensePlace = { shopId: string | null; channelId: string | null; legalEntityId: string | null }

export const namedPlace = (place: { type: PlaceType; id: string } | null): ExpensePlace => ({
  shopId: place?.type === 'shop' ? place.id : null,
  channelId: place?.type === 'channel' ? place.id : null,
  legalEntityId: place?.type === 'entity' ? place.id : null,
})

export const placeOf = ({ shopId, channelId, legalEntityId }: Partial<ExpensePlace>): ExpensePlace => ({
  shopId: shopId ?? null,
  channelId: channelId ?? null,
  legalEntityId: legalEntityId ?? null,
})

/** Refuses a place that is not the organization's own. */
export async function requirePlace(db: Db, organizationId: string, place: ExpensePlace): Promise<void> {
  const { shopId, channelId, legalEntityId } = place
  const named = [shopId, channelId, legalEntityId].filter((id) => id !== null)
  if (named.length === 0) return
  if (named.length > 1) throw new UserError('invalidInput')
  const where = { organizationId, id: named[0] }
  const matches = shopId
    ? await db.shop.findFirst({ where, select: { id: true } })
    : channelId
      ? await db.channel.findFirst({ where, select: { id: true } })
      : await db.legalEntity.findFirst({ where, select: { id: true } })
  if (!matches) throw new UserError('notFound', { fields: { place: ['expenses.fields.placeGone'] } })
}

/** A condition of `expense`: the legal entity's own expenses, those due while a shop or channel was its own, and the whole company's where it is the only entity. */
export const ofEntity = (organizationId: string, entityId: string) => Prisma.sql`(
  legal_entity_id = ${entityId}::uuid
  OR ${heldBy(entityId, { outlet: Prisma.sql`coalesce(shop_id, channel_id)`, day: Prisma.sql`due_on` })}
  OR (num_nonnulls(shop_id, channel_id, legal_entity_id) = 0 AND (SELECT sole_entity()) = ${entityId}::uuid))`
