import 'server-only'
import { recordAudits } from '@/lib/core/audit/record'
import type { Day } from '@/lib/core/dates'
import { tryOut, writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { getLocalToday } from '@/lib/identity/organizations/local-today'
import { BEGINNING } from './cost'
import { getCostsEffect, recostSold, type CostEffect } from './costs-effect'
import type { SetCostsInput } from './schema'

export type CostsSet = {
  /** Products that took their cost. */
  written: string[]
  orders: number
  /** Whether the orders follow in the background. */
  isRunning: boolean
  /** Products that somebody has given another cost of that day meanwhile: it stays. */
  kept: number
}

/**
 * Sets what units of many products cost, from a day on or from the beginning, until the day from which another cost is known. Their orders
 * take it on: a few at once, many in the worker. A cost of the same day that is there already stays.
 */
export async function setCosts(actor: Actor, input: SetCostsInput): Promise<CostsSet> {
  return writeOnce(actor, async (db) => {
    const { written, fromDay } = await writeCosts(db, actor, input)
    const changes = written.map((productId) => ({ productId, taken: null }))
    const entries = input.entries.filter(({ productId }) => written.includes(productId))
    await recordAudits(
      db,
      actor,
      entries.map(({ productId, cost }) => ({
        event: 'product.costCorrected',
        subjectId: productId,
        before: { cost: null },
        after: { cost, fromDay },
      })),
    )
    const { orders, isRunning } = await recostSold(db, actor, changes, fromDay)
    return { written, orders, isRunning, kept: input.entries.length - written.length }
  })
}

/** The effect of these costs, measured by setting them and undoing it. */
export const previewCosts = (actor: Actor, input: SetCostsInput): Promise<CostEffect> =>
  tryOut(actor, async (db) => {
    const { written, fromDay } = await writeCosts(db, actor, input)
    return getCostsEffect(db, actor.organizationId, written, fromDay)
  })

async function writeCosts(
  db: Db,
  { organizationId, userId }: Actor,
  { entries, fromDay }: SetCostsInput,
): Promise<{ written: string[]; fromDay: Day }> {
  const ids = entries.map(({ productId }) => productId)
  if ((await db.product.count({ where: { organizationId, id: { in: ids } } })) < ids.length)
    throw new UserError('notFound')
  if (fromDay && fromDay > (await getLocalToday(db, organizationId)))
    throw new UserError('invalidInput', { fields: { fromDay: ['purchases.fields.dayAhead'] } })
  const day = fromDay ?? BEGINNING
  const rows = await db.$queryRaw<{ id: string }[]>`
    INSERT INTO product_cost (organization_id, product_id, from_day, cost, source, created_by)
    SELECT ${organizationId}::uuid, e."productId", ${day}::date, e.cost, 'typed', ${userId}::uuid
    FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS e("productId" uuid, cost numeric) ORDER BY 2
    ON CONFLICT DO NOTHING RETURNING product_id AS id`
  return { written: rows.map(({ id }) => id), fromDay: day }
}
