import 'server-only'
import { recordAudits } from '@/lib/core/audit/record'
import type { Day } from '@/lib/core/dates'
import { withOrganization, writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { newId } from '@/lib/core/ids'
import { getLocalToday } from '@/lib/identity/organizations/local-today'
import { recostTask } from '../purchases/recost'
import { BEGINNING } from './cost'
import type { SetCostsInput } from './schema'

/** More orders than this take the worker some while. */
const ORDERS_IN_PLACE = 200

export type CostEffect = {
  orders: number
  /** What their cost changes by together, as text. */
  changeCents: string
  from: Day | null
  to: Day | null
  days: number
  /** Of these days those that then know all of their costs. */
  complete: number
  /** Months that are closed: their next close shows an adjustment. */
  closedMonths: Day[]
}
export type CostsSet = {
  costs: number
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
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const { written, fromDay } = await writeCosts(db, actor, input)
    const { orders } = await tellEffect(db, organizationId, written, fromDay)
    await recordAudits(
      db,
      actor,
      input.entries
        .filter(({ productId }) => written.includes(productId))
        .map(({ productId, cost }) => ({
          event: 'product.costCorrected',
          subjectId: productId,
          before: { cost: null },
          after: { cost, fromDay },
        })),
    )
    const isRunning = orders > ORDERS_IN_PLACE
    if (isRunning) await planRecosts(db, actor, written, fromDay)
    else if (orders > 0)
      await db.$queryRaw`
        SELECT sum(recost_orders(p, ${fromDay}::date, ${ORDERS_IN_PLACE}))::int FROM unnest(${written}::uuid[]) p`
    return { costs: written.length, orders, isRunning, kept: input.entries.length - written.length }
  })
}

class RollBack extends Error {}

/** What these costs would do, told by setting them and taking them back. */
export async function previewCosts(actor: Actor, input: SetCostsInput): Promise<CostEffect> {
  let found: CostEffect | undefined
  await withOrganization(actor, async (db) => {
    const { written, fromDay } = await writeCosts(db, actor, input)
    found = await tellEffect(db, actor.organizationId, written, fromDay)
    throw new RollBack()
  }).catch((error: unknown) => {
    if (!(error instanceof RollBack)) throw error
  })
  return found!
}

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

async function tellEffect(
  db: Db,
  organizationId: string,
  products: readonly string[],
  fromDay: Day,
): Promise<CostEffect> {
  const [effect] = await db.$queryRaw<[CostEffect]>`
    WITH hit AS MATERIALIZED (
      SELECT DISTINCT r.order_id, r.line, r.change FROM unnest(${[...products]}::uuid[]) p CROSS JOIN LATERAL recost_items(p, ${fromDay}::date) r
    ), sold AS MATERIALIZED (
      SELECT DISTINCT o.id, o.local_day, o.outlet_id FROM hit JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.id = hit.order_id
    ), day AS (SELECT DISTINCT local_day FROM sold)
    SELECT (SELECT count(*)::int FROM sold) AS orders, (SELECT coalesce(round(sum(change) * 100), 0)::bigint::text FROM hit) AS "changeCents",
      (SELECT min(local_day)::text FROM day) AS "from", (SELECT max(local_day)::text FROM day) AS "to", (SELECT count(*)::int FROM day) AS days,
      (SELECT count(*)::int FROM day WHERE NOT EXISTS (
        SELECT 1 FROM orders o JOIN order_item i ON i.organization_id = o.organization_id AND i.order_id = o.id
        WHERE o.organization_id = ${organizationId}::uuid AND o.local_day = day.local_day AND o.status NOT IN ('pending', 'cancelled')
          AND i.unit_cost IS NULL AND NOT EXISTS (SELECT 1 FROM hit WHERE hit.order_id = i.order_id AND hit.line = i.line))) AS complete,
      array(SELECT DISTINCT c.month::text FROM sold
        LEFT JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = sold.outlet_id
        LEFT JOIN channel m ON m.organization_id = ${organizationId}::uuid AND m.id = sold.outlet_id
        JOIN month_close c ON c.organization_id = ${organizationId}::uuid AND c.legal_entity_id = coalesce(s.legal_entity_id, m.legal_entity_id)
          AND c.month = date_trunc('month', sold.local_day)::date AND c.reopened_at IS NULL ORDER BY 1) AS "closedMonths"`
  return effect
}

/** A run for each product that has orders to follow, as a corrected cost has one. */
async function planRecosts(
  db: Db,
  { organizationId, userId }: Actor,
  products: readonly string[],
  fromDay: Day,
): Promise<void> {
  const runs = products.map((product) => ({ product, run: newId() }))
  await db.$queryRaw`
    WITH run AS (
      INSERT INTO recost_run (organization_id, id, product_id, from_day, total, created_by)
      SELECT ${organizationId}::uuid, x.run, x.product, ${fromDay}::date, n.orders, ${userId}::uuid
      FROM jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) AS x(product uuid, run uuid)
      CROSS JOIN LATERAL (SELECT count(DISTINCT order_id)::int AS orders FROM recost_items(x.product, ${fromDay}::date)) n
      WHERE n.orders > 0 RETURNING id
    )
    SELECT count(enqueue_job(${recostTask}, json_build_object('runId', run.id, 'userId', ${userId}::uuid), 'recost:' || run.id))::int FROM run`
}
