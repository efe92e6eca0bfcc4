import 'server-only'
import { withOrganization, type Actor } from '../db'
import { UserError } from '../errors'
import { getShopInfo } from '../shopee/shops'
import type { ShopInput } from './schema'
import { asShopProblem } from './shopee-problem'
import { withShopToken } from './tokens'

/** A person waits. */
const DEADLINE_MS = 5500

export type ConnectionTest = {
  /** As the shop is called on the platform. */
  name: string | null
  /** NORMAL, BANNED or FROZEN, as the platform writes it. */
  platformStatus: string | null
  grantEndsAt: Date | null
}

/** Asks the platform for the shop, and keeps until when it lets us in. */
export async function testConnection(actor: Actor, { id }: ShopInput): Promise<ConnectionTest> {
  const { organizationId } = actor
  const found = await withOrganization(actor, (db) =>
    db.shop.findUnique({ where: { organizationId_id: { organizationId, id } }, select: { id: true } }),
  )
  if (!found) throw new UserError('notFound')
  return renewGrantEnd(actor, id).catch((error: unknown) => {
    throw asShopProblem(error)
  })
}

export async function renewGrantEnd(scope: { organizationId: string }, shopId: string): Promise<ConnectionTest> {
  const { organizationId } = scope
  const options = { deadlineMs: DEADLINE_MS, retries: 1 }
  const { data } = await withShopToken({ organizationId }, shopId, getShopInfo, options)
  const { name, status: platformStatus, grantEndsAt } = data
  await withOrganization({ organizationId }, (db) =>
    db.shop.updateMany({
      where: { organizationId, id: shopId, status: 'active' },
      data: { degradedSince: null, ...(grantEndsAt && { grantEndsAt }) },
    }),
  )
  return { name, platformStatus, grantEndsAt }
}
