import 'server-only'
import type { Day } from '@/lib/core/dates'
import type { Actor, Db } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { recostTask } from './recost'

/** More orders than this take the worker some while. */
const ORDERS_IN_PLACE = 200

export type CostEffect = {
  orders: number
  /** The common change of their cost, as text. */
  changeCents: string
  from: Day | null
  to: Day | null
  days: number
  /** The number of these days that then have all of their costs. */
  complete: number
  /** Months that are closed: their next close shows an adjustment. */
  closedMonths: Day[]
}

/** The effect of the products' present costs on orders. */
export async function getCostsEffect(
  db: Db,
  organizationId: string,
  products: readonly string[],
  fromDay: Day,
): Promise<CostEffect> {
  const [effect] = await db.$queryRaw<[CostEffect]>`
    WITH hit AS MATERIALIZED (
      SELECT DISTINCT r.order_id, r.line, r.change FROM unnest(${[...products]}::uuid[]) AS p(id) CROSS JOIN LATERAL recost_items(p.id, ${fromDay}::date) r
    ), sold AS MATERIALIZED (
      SELECT DISTINCT o.id, o.local_day, o.outlet_id FROM hit JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.id = hit.order_id
    ), day AS (SELECT DISTINCT local_day FROM sold)
    SELECT (SELECT count(*)::int FROM sold) AS orders, (SELECT coalesce(round(sum(change) * 100), 0)::bigint::text FROM hit) AS "changeCents",
      (SELECT min(local_day)::text FROM day) AS "from", (SELECT max(local_day)::text FROM day) AS "to", (SELECT count(*)::int FROM day) AS days,
      (SELECT count(*)::int FROM day WHERE NOT EXISTS (
        SELECT 1 FROM orders o JOIN order_item i ON i.organization_id = o.organization_id AND i.order_id = o.id
        WHERE o.organization_id = ${organizationId}::uuid AND o.local_day = day.local_day AND o.status NOT IN ('pending', 'cancelled')
          AND i.unit_cost IS NULL AND NOT EXISTS (SELECT 1 FROM hit WHERE hit.order_id = i.order_id AND hit.line = i.line))) AS complete,
      array(SELECT DISTINCT c.month::text FROM (SELECT DISTINCT outlet_id, local_day FROM sold) sold
        JOIN month_close c ON c.organization_id = ${organizationId}::uuid AND c.legal_entity_id = entity_on(sold.outlet_id, sold.local_day)
          AND c.month = date_trunc('month', sold.local_day)::date AND c.reopened_at IS NULL ORDER BY 1) AS "closedMonths"`
  return effect
}

/** `taken`: the cost that was undone; null where one was set. */
export type CostChange = { productId: string; taken: string | null }

/**
 * A run for each product that has orders to follow its present costs from a day on, as a corrected cost has one; none if they are `inPlace` orders or
 * fewer in all. A cost that is taken back has one as long as another run of its product is at work, which may be writing that cost to orders unseen.
 * Answers how many orders there are.
 */
export async function planRecosts(
  db: Db,
  { organizationId, userId }: Actor,
  changes: readonly CostChange[],
  fromDay: Day,
  inPlace = 0,
): Promise<number> {
  const runs = changes.map((change) => ({ ...change, run: newId() }))
  const [{ orders }] = await db.$queryRaw<[{ orders: number }]>`
    WITH change AS MATERIALIZED (
      SELECT x."productId" AS product, x.run, x.taken FROM jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) AS x("productId" uuid, run uuid, taken numeric)
    ), hit AS MATERIALIZED (
      SELECT DISTINCT change.run, r.order_id FROM change CROSS JOIN LATERAL recost_items(change.product, ${fromDay}::date, change.taken) r
    ), found AS MATERIALIZED (SELECT count(DISTINCT order_id)::int AS orders FROM hit
    ), run AS (
      INSERT INTO recost_run (organization_id, id, product_id, from_day, taken_cost, total, created_by)
      SELECT ${organizationId}::uuid, change.run, change.product, ${fromDay}::date, change.taken, n.orders, ${userId}::uuid
      FROM change CROSS JOIN LATERAL (SELECT count(*)::int AS orders FROM hit WHERE hit.run = change.run) n, found
      WHERE (n.orders > 0 AND found.orders > ${inPlace}) OR (change.taken IS NOT NULL AND EXISTS (
        SELECT 1 FROM recost_run o WHERE o.organization_id = ${organizationId}::uuid AND o.product_id = change.product AND o.state IN ('waiting', 'running')))
      RETURNING id
    )
    SELECT found.orders, (SELECT count(enqueue_job(${recostTask}, json_build_object('runId', run.id, 'userId', ${userId}::uuid), 'recost:' || run.id))::int FROM run) AS jobs
    FROM found`
  return orders
}

/** Orders take on the products' present costs from a day on: a few at once, many in the worker. */
export async function recostSold(
  db: Db,
  actor: Actor,
  changes: readonly CostChange[],
  fromDay: Day,
): Promise<{ orders: number; isRunning: boolean }> {
  const orders = await planRecosts(db, actor, changes, fromDay, ORDERS_IN_PLACE)
  const isRunning = orders > ORDERS_IN_PLACE
  if (!isRunning && orders > 0)
    await db.$queryRaw`
      SELECT sum(recost_orders(t.product, ${fromDay}::date, ${ORDERS_IN_PLACE}, t.cost))::int
      FROM unnest(${changes.map(({ productId }) => productId)}::uuid[], ${changes.map(({ taken }) => taken)}::numeric[]) AS t(product, cost)`
  return { orders, isRunning }
}
