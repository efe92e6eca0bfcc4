import 'server-only'
import { recordAudits } from '@/lib/core/audit/record'
import { writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { BEGINNING } from './cost'
import { getCostsEffect, ORDERS_IN_PLACE, planRecosts } from './costs-effect'
import type { SetCostsInput } from './schema'

/** `kept`: costs that somebody has changed meanwhile, which stay. */
export type CostsTakenBack = { costs: number; orders: number; isRunning: boolean; kept: number }
type Taken = { productId: string; cost: string }

/**
 * Takes back costs that the same person has set within the last hour, as they were set. Their orders have the cost again that held before, or none: a few at
 * once, many in the worker.
 */
export async function takeBackCosts(
  actor: Actor,
  { entries, fromDay: requested }: SetCostsInput,
): Promise<CostsTakenBack> {
  const { organizationId, userId } = actor
  const fromDay = requested ?? BEGINNING
  return writeOnce(actor, async (db) => {
    const ids = entries.map(({ productId }) => productId)
    if ((await db.product.count({ where: { organizationId, id: { in: ids } } })) < ids.length)
      throw new UserError('notFound')
    const deleted = await db.$queryRaw<(Taken & { isOld: boolean })[]>`
      DELETE FROM product_cost c USING jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS e("productId" uuid, cost numeric)
      WHERE c.organization_id = ${organizationId}::uuid AND c.product_id = e."productId" AND c.from_day = ${fromDay}::date
        AND c.cost = e.cost AND c.source = 'typed' AND c.created_by = ${userId}::uuid
      RETURNING c.product_id AS "productId", c.cost::text AS cost, c.created_at < now() - interval '1 hour' AS "isOld"`
    if (deleted.some(({ isOld }) => isOld)) throw new UserError('costsTooOldToUndo')
    const taken: Taken[] = deleted
    const products = taken.map(({ productId }) => productId)
    const costs = taken.map(({ cost }) => cost)
    const { orders } = await getCostsEffect(db, organizationId, products, fromDay, costs)
    await recordAudits(
      db,
      actor,
      taken.map(({ productId, cost }) => ({
        event: 'product.costCorrected',
        subjectId: productId,
        before: { cost, fromDay },
        after: { cost: null },
      })),
    )
    const isRunning = orders > ORDERS_IN_PLACE
    if (isRunning) await planRecosts(db, actor, products, { fromDay, taken: costs })
    else if (orders > 0)
      await db.$queryRaw`
        SELECT sum(recost_orders(t.product, ${fromDay}::date, ${ORDERS_IN_PLACE}, t.cost))::int
        FROM unnest(${products}::uuid[], ${costs}::numeric[]) AS t(product, cost)`
    return { costs: taken.length, orders, isRunning, kept: entries.length - taken.length }
  })
}
