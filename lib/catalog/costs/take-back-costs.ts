import 'server-only'
import { recordAudits } from '@/lib/core/audit/record'
import { writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { BEGINNING } from './cost'
import { recostSold } from './costs-effect'
import type { SetCostsInput } from './schema'

/** `kept`: costs that somebody has changed meanwhile, which stay. */
export type CostsTakenBack = { costs: number; orders: number; isRunning: boolean; kept: number }

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
    const deleted = await db.$queryRaw<{ productId: string; cost: string; isOld: boolean }[]>`
      DELETE FROM product_cost c USING jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS e("productId" uuid, cost numeric)
      WHERE c.organization_id = ${organizationId}::uuid AND c.product_id = e."productId" AND c.from_day = ${fromDay}::date
        AND c.cost = e.cost AND c.source = 'typed' AND c.created_by = ${userId}::uuid
      RETURNING c.product_id AS "productId", c.cost::text AS cost, c.created_at < now() - interval '1 hour' AS "isOld"`
    if (deleted.some(({ isOld }) => isOld)) throw new UserError('costsTooOldToUndo')
    const taken = deleted.map(({ productId, cost }) => ({ productId, taken: cost }))
    await recordAudits(
      db,
      actor,
      deleted.map(({ productId, cost }) => ({
        event: 'product.costCorrected',
        subjectId: productId,
        before: { cost, fromDay },
        after: { cost: null },
      })),
    )
    const { orders, isRunning } = await recostSold(db, actor, taken, fromDay)
    return { costs: taken.length, orders, isRunning, kept: entries.length - taken.length }
  })
}
