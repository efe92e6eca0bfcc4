import 'server-only'
import type { Day } from '@/lib/core/dates'
import { withOrganization, type Db } from '@/lib/core/db'
import { estimateFees } from '@/lib/money/fees/estimate-fees'
import { feeLinesOf } from '@/lib/money/fees/fee-lines'
import { listFeeRules } from '@/lib/money/fees/queries'
import { listFeeShops } from '@/lib/money/fees/shop-terms'
import type { RuleSpan } from '@/lib/money/fees/rule-spans'
import type { MoneyKind } from '@/lib/generated/prisma/enums'
import { enqueueInTurn } from '@/lib/core/queue/task'
import { enqueueReconcile } from '@/lib/money/reconciliation/mark'

export const refreshEstimatesTask = 'refresh-estimates'
type Span = Omit<RuleSpan, 'ruleId'>

/** In the transaction that changed a rule or a shop's terms: what the orders of these days were estimated by holds no more. */
export async function enqueueEstimates(db: Db, organizationId: string, spans: readonly Span[]): Promise<void> {
  const queue = `${refreshEstimatesTask}:${organizationId}`
  for (const { shopId, from, to } of spans) {
    const key = `${refreshEstimatesTask}:${shopId}:${from}:${to}`
    await enqueueInTurn(db, refreshEstimatesTask, { shopId, from, to }, { key, queue })
  }
}

const BATCH = 500
const TIMEOUT_MS = 60_000

type Options = { batch?: number; signal?: AbortSignal }
type Place = { placedAt: string; id: string }
type Step = { looked: number; changed: number; last: Place | null }

/**
 * Estimates the charges of a shop's orders of these days again, where the platform has not stated them yet; orders with
 * an unchanged estimate are not touched. A batch is a transaction; run again it finds nothing to change.
 */
export async function refreshEstimates(
  organizationId: string,
  span: Span,
  { batch = BATCH, signal }: Options = {},
): Promise<{ looked: number; changed: number }> {
  const result = { looked: 0, changed: 0 }
  for (let after: Place | null = { placedAt: '0001-01-01T00:00:00Z', id: zeroId }; after;) {
    // A job that came to an end would count as done, and the rest keep the former estimates.
    signal?.throwIfAborted()
    const place: Place = after
    const step: Step = await withOrganization(
      { organizationId },
      (db) => refreshBatch(db, organizationId, { ...span, after: place, batch }),
      TIMEOUT_MS,
    )
    result.looked += step.looked
    result.changed += step.changed
    after = step.looked === batch ? step.last : null
  }
  return result
}

const zeroId = '00000000-0000-0000-0000-000000000000'

async function refreshBatch(
  db: Db,
  organizationId: string,
  span: Span & { after: Place; batch: number },
): Promise<Step> {
  // As every writer of a shop's orders does, so that none is charged between reading and writing.
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('orders:' || ${span.shopId}, 0))`
  const shop = (await listFeeShops(db, organizationId)).find(({ id }) => id === span.shopId)
  const orders = shop ? await listUncharged(db, organizationId, span) : []
  const last = orders.at(-1)
  if (!shop || !last) return { looked: 0, changed: 0, last: null }
  const feeRules = await listFeeRules(db, organizationId)
  const context = { sellerType: shop.sellerType, formerly: shop.formerly, feeRules, shopTerms: shop.terms }
  const changed = orders.flatMap((order) => {
    const lines = order.items.flatMap(({ q, p, m }) =>
      feeLinesOf({ quantity: q, unitPriceCents: BigInt(p), subtotalCents: BigInt(m) }),
    )
    const estimate = estimateFees(lines, order.voucher, { ...context, day: order.day })
    const said = { total: estimate?.totalCents ?? null, lines: estimate?.lines ?? [] }
    const stands = { total: order.estimated === null ? null : Number(order.estimated), lines: order.lines }
    return textOf(said) === textOf(stands) ? [] : [{ id: order.id, ...said }]
  })
  if (changed.length > 0) await write(db, organizationId, changed)
  return { looked: orders.length, changed: changed.length, last: { placedAt: last.placedAt, id: last.id } }
}

type Line = { kind: MoneyKind; amount: number; rule: string | null }
type Uncharged = Place & {
  day: Day
  voucher: bigint
  estimated: bigint | null
  items: { q: number; p: number; m: number }[]
  lines: Line[]
}

const textOf = ({ total, lines }: { total: number | null; lines: readonly Line[] }): string =>
  JSON.stringify([total, lines.map(({ kind, amount, rule }) => `${kind} ${amount} ${rule}`).toSorted()])

/** Sales with unknown fees and known prices, by when they were placed. */
const listUncharged = (
  db: Db,
  organizationId: string,
  { shopId, from, to, after, batch }: Span & { after: Place; batch: number },
) =>
  db.$queryRaw<Uncharged[]>`
    WITH open AS MATERIALIZED (
      SELECT o.id, o.placed_at, o.local_day, o.seller_voucher_cents, o.fees_estimated_cents FROM orders o
      WHERE o.organization_id = ${organizationId}::uuid AND o.outlet_id = ${shopId}::uuid
        AND o.placed_at >= ${from}::date - 1 AND o.placed_at < ${to}::date + 2 AND o.local_day BETWEEN ${from}::date AND ${to}::date
        AND (o.placed_at, o.id) > (${after.placedAt}::timestamptz, ${after.id}::uuid)
        AND o.fees_charged_cents IS NULL AND o.status NOT IN ('pending', 'cancelled') AND o.platform = 'shopee'
        AND NOT EXISTS (SELECT 1 FROM money_line l WHERE l.organization_id = ${organizationId}::uuid AND l.order_id = o.id
          AND l.source IN ('income', 'api'))
        AND NOT EXISTS (SELECT 1 FROM order_item i WHERE i.organization_id = ${organizationId}::uuid AND i.order_id = o.id AND i.price_missing)
      ORDER BY o.placed_at, o.id LIMIT ${batch}
    )
    SELECT o.id, to_char(o.placed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "placedAt", to_char(o.local_day, 'YYYY-MM-DD') AS day,
      o.seller_voucher_cents AS voucher, o.fees_estimated_cents AS estimated,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('q', i.quantity, 'p', i.unit_price_cents, 'm', i.subtotal_cents) ORDER BY i.line), '[]') FROM order_item i
        WHERE i.organization_id = ${organizationId}::uuid AND i.order_id = o.id) AS items,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'amount', l.amount_cents, 'rule', l.rule_id)), '[]') FROM money_line l
        WHERE l.organization_id = ${organizationId}::uuid AND l.order_id = o.id AND l.source = 'rule') AS lines
    FROM open o ORDER BY o.placed_at, o.id`

type Changed = { id: string; total: number | null; lines: Line[] }

async function write(db: Db, organizationId: string, orders: readonly Changed[]): Promise<void> {
  const ids = orders.map(({ id }) => id)
  const rows = JSON.stringify(orders)
  await db.$queryRaw`SELECT 1 FROM orders o WHERE o.organization_id = ${organizationId}::uuid AND o.id = ANY (${ids}::uuid[]) ORDER BY o.id FOR UPDATE`
  await db.$queryRaw`SELECT append_order_deltas(${ids}::uuid[], -1)::text`
  await db.$executeRaw`DELETE FROM money_line l WHERE l.organization_id = ${organizationId}::uuid AND l.order_id = ANY (${ids}::uuid[]) AND l.source = 'rule'`
  await db.$executeRaw`
    INSERT INTO money_line (organization_id, order_id, kind, source, amount_cents, rule_id, as_of)
    SELECT ${organizationId}::uuid, r.id, x.kind, 'rule', x.amount, x.rule, now()
    FROM jsonb_to_recordset(${rows}::jsonb) AS r(id uuid, lines jsonb), jsonb_to_recordset(r.lines) AS x(kind "MoneyKind", amount bigint, rule uuid)`
  await db.$executeRaw`
    UPDATE orders o SET fees_estimated_cents = r.total, updated_at = now()
    FROM jsonb_to_recordset(${rows}::jsonb) AS r(id uuid, total bigint)
    WHERE o.organization_id = ${organizationId}::uuid AND o.id = ANY (${ids}::uuid[]) AND o.id = r.id`
  await db.$queryRaw`SELECT append_order_deltas(${ids}::uuid[], 1)::text`
  await enqueueReconcile(db, organizationId)
}
