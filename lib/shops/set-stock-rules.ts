import 'server-only'
import { recordAudit } from '../audit/record'
import { writeOnce, type Actor } from '../db'
import { UserError } from '../errors'
import type { SetStockRulesInput } from './schema'

/** How much of a product a shop is never offered, and whether its last units are this shop's alone: at most one shop's. */
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
    const rules = { safetyUnits, lastUnits }
    const { count } = await db.shop.updateMany({
      where: { organizationId, id, version },
      data: { ...rules, version: { increment: 1 } },
    })
    if (count === 0) throw new UserError('staleVersion')
    const before = { safetyUnits: shop.safetyUnits, lastUnits: shop.lastUnits }
    await recordAudit(db, actor, { event: 'shop.rulesChanged', subjectId: id, before, after: rules })
    return { id, version: version + 1 }
  })
}
