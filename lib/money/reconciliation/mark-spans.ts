import 'server-only'
import { withOrganization, type Db } from '@/lib/core/db'

const BATCH = 5000
const TIMEOUT_MS = 60_000
type Options = { batch?: number; signal?: AbortSignal }
type Span = { shopId: string; from: string; to: string; placedAt: string; orderId: string }

/**
 * Marks the orders of the days that wait for it, one batch a transaction that also keeps the place: a run that dies is gone on with.
 * Answers how many it marked.
 */
export async function markSpans(organizationId: string, { batch = BATCH, signal }: Options = {}): Promise<number> {
  let marked = 0
  for (let step: number | null = 0; step !== null && !signal?.aborted; marked += step ?? 0)
    step = await withOrganization({ organizationId }, (db) => markBatch(db, organizationId, batch), TIMEOUT_MS)
  return marked
}

/** Null where nothing waits. */
async function markBatch(db: Db, organizationId: string, batch: number): Promise<number | null> {
  const [span] = await db.$queryRaw<Span[]>`
    SELECT shop_id AS "shopId", from_day::text AS "from", to_day::text AS "to", coalesce(placed_at, '-infinity')::text AS "placedAt",
      coalesce(order_id, '00000000-0000-0000-0000-000000000000') AS "orderId"
    FROM reconcile_span WHERE organization_id = ${organizationId}::uuid ORDER BY shop_id, from_day, to_day LIMIT 1 FOR UPDATE`
  if (!span) return null
  const { shopId, from, to, placedAt, orderId } = span
  const [step] = await db.$queryRaw<[{ marked: number; looked: number }]>`
    WITH next AS MATERIALIZED (
      SELECT o.placed_at, o.id, o.shop_id, o.external_code, o.local_day FROM orders o
      WHERE o.organization_id = ${organizationId}::uuid AND o.outlet_id = ${shopId}::uuid
        AND o.placed_at >= ${from}::date - 1 AND o.placed_at < ${to}::date + 2 AND (o.placed_at, o.id) > (${placedAt}::timestamptz, ${orderId}::uuid)
      ORDER BY o.placed_at, o.id LIMIT ${batch}
    ), marked AS (
      INSERT INTO reconcile_due (organization_id, shop_id, external_code)
      SELECT ${organizationId}::uuid, n.shop_id, n.external_code FROM next n
      WHERE n.local_day BETWEEN ${from}::date AND ${to}::date AND n.shop_id IS NOT NULL AND n.external_code IS NOT NULL
      RETURNING 1
    ), kept AS (
      UPDATE reconcile_span s SET placed_at = l.placed_at, order_id = l.id FROM (SELECT placed_at, id FROM next ORDER BY 1 DESC, 2 DESC LIMIT 1) l
      WHERE s.organization_id = ${organizationId}::uuid AND s.shop_id = ${shopId}::uuid AND s.from_day = ${from}::date AND s.to_day = ${to}::date
      RETURNING 1
    )
    SELECT (SELECT count(*) FROM marked)::int AS marked, (SELECT count(*) FROM next)::int AS looked, (SELECT count(*) FROM kept)::int AS kept`
  if (step.looked < batch)
    await db.$executeRaw`
      DELETE FROM reconcile_span WHERE organization_id = ${organizationId}::uuid AND shop_id = ${shopId}::uuid
        AND from_day = ${from}::date AND to_day = ${to}::date`
  return step.marked
}
