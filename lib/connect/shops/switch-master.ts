import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { enqueueSending, planPrices, planStock } from '../sync/listing-updates/plan-listing-updates'
import type { SwitchMasterInput } from './master-schema'

export type SwitchedMaster = { id: string; version: number; queued: number }

/** From now on we set a shop's stock or prices, and what differs is queued; or another system does, and nothing more is written. */
export async function switchMaster(
  actor: Actor,
  { id, version, kind, master }: SwitchMasterInput,
): Promise<SwitchedMaster> {
  const { organizationId } = actor
  const field = kind === 'stock' ? 'stockMaster' : 'priceMaster'
  return writeOnce(actor, async (db) => {
    const shop = await db.shop.findFirst({
      where: { organizationId, id },
      select: { status: true, stockMaster: true, priceMaster: true },
    })
    if (!shop) throw new UserError('notFound')
    if (master === 'mascate' && shop.status === 'expired') throw new UserError('shopGrantExpired')
    if (master === 'mascate' && shop.status !== 'active') throw new UserError('shopNotConnected')
    const { count } = await db.shop.updateMany({
      where: { organizationId, id, version },
      data: { [field]: master, version: { increment: 1 } },
    })
    if (count === 0) throw new UserError('staleVersion')
    const queued = master === 'mascate' ? await queueAll(db, id, kind) : await deleteAll(db, organizationId, id, kind)
    await recordAudit(db, actor, {
      event: 'shop.masterSwitched',
      subjectId: id,
      before: { [field]: shop[field] },
      after: { [field]: master, queued },
    })
    return { id, version: version + 1, queued }
  })
}

async function queueAll(db: Db, id: string, kind: SwitchMasterInput['kind']): Promise<number> {
  const queued = kind === 'stock' ? await planStock(db, id, null) : await planPrices(db, id)
  await enqueueSending(db, id)
  return queued
}

async function deleteAll(db: Db, organizationId: string, id: string, kind: SwitchMasterInput['kind']): Promise<number> {
  await db.$executeRaw`
    DELETE FROM listing_update p USING listing l WHERE p.organization_id = ${organizationId}::uuid AND p.kind = ${kind}::"ListingUpdateKind"
      AND l.organization_id = p.organization_id AND l.id = p.listing_id AND l.shop_id = ${id}::uuid`
  return 0
}
