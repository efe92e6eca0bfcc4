import { chainAuditLog } from '../../lib/insight/audit-log/chain-audit-log'
import { asWorker } from '../../lib/testing/harnesses/database'
import { openTenant } from './fill-tenant'

/** How often of a hundred, made by which kind of actor, and about which of how many records. */
const mix: [share: number, actor: string, event: string, records: string, count: number][] = [
  [22, 'sync', 'order.statusChanged', 'order', 400_000],
  [14, 'sync', 'order.trackingReceived', 'order', 400_000],
  [10, 'sync', 'shop.ordersSynced', 'shop', 5],
  [6, 'sync', 'listing.pushed', 'listing', 10_000],
  [12, 'person', 'order.labelPrinted', 'order', 400_000],
  [8, 'person', 'order.packed', 'order', 400_000],
  [7, 'person', 'stock.adjusted', 'product', 10_000],
  [5, 'person', 'product.updated', 'product', 10_000],
  [4, 'person', 'order.placed', 'order', 400_000],
  [3, 'person', 'listing.mapped', 'listing', 10_000],
  [2, 'person', 'session.opened', 'session', 40_000],
  [2, 'person', 'expense.paid', 'expense', 10_000],
  [2, 'function', 'order.placed', 'order', 400_000],
  [1, 'function', 'proposal.made', 'proposal', 10_000],
  [1, 'assistant', 'proposal.made', 'proposal', 10_000],
  [1, 'system', 'case.expired', 'case', 10_000],
]
const table = mix
  .map((row, place) => [mix.slice(0, place + 1).reduce((sum, [share]) => sum + share, 0), ...row.slice(1)])
  .map(([upTo, actor, event, records, count]) => `(${upTo}, '${actor}', '${event}', '${records}', ${count})`)
  .join()
/** One in so many is made by the one who seldom does anything. */
const SELDOM = 5_000
const BATCH = 50_000
const YEARS = 3

export type AuditLogCompany = { organizationId: string; people: string[]; seldom: string }

/** Rows of years, each with what it was and became, chained by the product's own job. Answers seconds. */
export async function fillAuditLog(ownerUrl: string, company: AuditLogCompany, rows: number) {
  const { organizationId, people, seldom } = company
  const client = await openTenant(ownerUrl, organizationId)
  const since = performance.now()
  let chainingMs = 0
  for (let from = 1; from <= rows; from += BATCH) {
    await client.query(
      `INSERT INTO audit_event (organization_id, id, at, actor_kind, actor_id, event, subject_kind, subject_id, before, after)
       SELECT $1, uuid_v7(), now() - ($3 - n) * (interval '${YEARS * 365} days' / $3), m.actor::"ActorKind",
         CASE WHEN n % ${SELDOM} = 0 THEN $5 WHEN m.actor IN ('person', 'function', 'assistant') THEN ($4::uuid[])[1 + w.record % cardinality($4::uuid[])] END,
         m.event, split_part(m.event, '.', 1), md5(m.records || CASE WHEN w.record % 20 = 0 THEN 0 ELSE w.record % m.count END)::uuid::text,
         jsonb_build_object('status', 'confirmed', 'priceCents', (n * 7)::text, 'onHand', n % 90),
         jsonb_build_object('status', 'shipped', 'priceCents', (n * 11)::text, 'onHand', n % 70, 'reason', 'Conferido no balcão')
       FROM generate_series($2::bigint, least($2::bigint + ${BATCH} - 1, $3::bigint)) n
       CROSS JOIN LATERAL (SELECT abs(hashint8extended(n, 1) % 100) AS draw, abs(hashint8extended(n, 2) % 1000003)::int AS record) w
       CROSS JOIN LATERAL (
         SELECT * FROM (VALUES ${table}) m(up_to, actor, event, records, count) WHERE w.draw < m.up_to ORDER BY m.up_to LIMIT 1) m
       ORDER BY n`,
      [organizationId, from, rows, people, seldom],
    )
    if (from === 1) await client.query('ANALYZE audit_event')
    const at = performance.now()
    await asWorker(() => chainAuditLog(organizationId))
    chainingMs += performance.now() - at
  }
  await client.end()
  const seconds = (ms: number) => Math.round(ms / 100) / 10
  return { rows, seconds: seconds(performance.now() - since), chaining: seconds(chainingMs) }
}
