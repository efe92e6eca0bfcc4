import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { systemActor } from '@/lib/core/queue/task'
import { getShopInfo } from '@/lib/shopee/shops'
import type { ShopInput } from './schema'
import { asShopProblem } from './shopee-problem'
import { patienceOfAPerson, withShopToken } from './tokens'

export type ConnectionTest = {
  /** As the shop is called on the platform. */
  name: string | null
  /** NORMAL, BANNED or FROZEN, as the platform writes it. */
  platformStatus: string | null
  grantEndsAt: Date | null
}

/** Reads the shop from the platform, and stores the end of its grant; a change of that is recorded in the audit log. */
export async function testConnection(actor: Actor, { id }: ShopInput): Promise<ConnectionTest> {
  const { organizationId } = actor
  const shop = await withOrganization(actor, (db) =>
    db.shop.findUnique({ where: { organizationId_id: { organizationId, id } }, select: { id: true } }),
  )
  if (!shop) throw new UserError('notFound')
  return renewGrantEnd(actor, id, actor).catch((error: unknown) => {
    throw asShopProblem(error)
  })
}

/** Without an actor it is the sync that asks. */
export async function renewGrantEnd(
  { organizationId }: { organizationId: string },
  shopId: string,
  actor: Actor = { ...systemActor(organizationId), kind: 'sync' },
): Promise<ConnectionTest> {
  const { data } = await withShopToken({ organizationId }, shopId, getShopInfo, patienceOfAPerson)
  const { name, status: platformStatus, grantEndsAt } = data
  await withOrganization({ organizationId }, async (db) => {
    const where = { organizationId, id: shopId, status: 'active' } as const
    await db.shop.updateMany({ where, data: { degradedSince: null } })
    if (grantEndsAt) await keepGrantEnd(db, actor, shopId, grantEndsAt)
  })
  return { name, platformStatus, grantEndsAt }
}

async function keepGrantEnd(db: Db, actor: Actor, id: string, grantEndsAt: Date): Promise<void> {
  const where = { organizationId: actor.organizationId, id, status: 'active' } as const
  const shop = await db.shop.findFirst({ where, select: { grantEndsAt: true } })
  if (!shop || shop.grantEndsAt?.getTime() === grantEndsAt.getTime()) return
  await db.shop.updateMany({ where, data: { grantEndsAt } })
  const [before, after] = [{ grantEndsAt: shop.grantEndsAt }, { grantEndsAt }]
  await recordAudit(db, actor, { event: 'shop.grantMoved', subjectId: id, before, after })
}
