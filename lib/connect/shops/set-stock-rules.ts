import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { enqueueSending, planStock } from '../sync/listing-updates/plan-listing-updates'
import type { SetStockRulesInput } from './schema'

/**
 * How much of a product a shop is never offered, and whether its last units are this shop's alone: at most one shop's.
 * The new offer of the shops whose stock we set is queued at once: the last units of one are missing in the others.
 */
export async function setStockRules(
  actor: Actor,
  { id, version, safetyUnits, lastUnits }: SetStockRulesInput,
): Promise<{ id: string; version: number }> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const shops = await db.$queryRaw<{ id: string; name: string; safetyUnits: number; lastUnits: number }[]>`
      SELECT id, name::text AS name, safety_units AS "safetyUnits", last_units AS "lastUnits" FROM shop
      WHERE organization_id = ${organizationId}::uuid ORDER BY id FOR UPDATE`
    const shop = shops.find((each) => each.id === id)
    if (!shop) throw new UserError('notFound')
    const holder = shops.find((each) => each.id !== id && each.lastUnits > 0)
    if (lastUnits > 0 && holder)
      throw new UserError('shopLastUnitsTaken', {
        fields: { lastUnits: ['errors.shopLastUnitsTaken'] },
        values: { shop: holder.name },
      })
    const [rules, before] = [
      { safetyUnits, lastUnits },
      { safetyUnits: shop.safetyUnits, lastUnits: shop.lastUnits },
    ]
    const { count } = await db.shop.updateMany({
      where: { organizationId, id, version },
      data: { ...rules, version: { increment: 1 } },
    })
    if (count === 0) throw new UserError('staleVersion')
    const others = before.lastUnits === lastUnits ? [] : shops.filter((each) => each.id !== id)
    for (const each of [shop, ...others])
      if ((await planStock(db, each.id, null)) > 0) await enqueueSending(db, each.id)
    await recordAudit(db, actor, { event: 'shop.rulesChanged', subjectId: id, before, after: rules })
    return { id, version: version + 1 }
  })
}
