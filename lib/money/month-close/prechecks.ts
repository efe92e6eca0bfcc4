import 'server-only'
import { daysOfGaps, type AdsGap } from '../ads/coverage'
import type { DayRange } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { companyExpensesPath } from '../expenses/filters'
import { ofEntity } from '../expenses/place'
import { heldBy } from '@/lib/identity/settings/held-by'
import { Prisma } from '@/lib/generated/prisma/client'
import { orderListPath, maxPicked, orderListHref, readOrderFilters } from '@/lib/sales/orders/filters'
import { resultHref } from '../profit/rows-href'
import { settlementsPath } from '../reconciliation/filters'
import { withoutDocument } from './documents'
import { coverageOf, type Figures } from './figures'
import type { Books } from './live'
import { listUnfinished } from './unfinished'

type CheckKind =
  | 'reconciling'
  | 'estimating'
  | 'importing'
  | 'recosting'
  | 'unsettled'
  | 'differences'
  | 'unpriced'
  | 'costs'
  | 'ads'
  | 'adsUnsaid'
  | 'unmapped'
  | 'documents'
  | 'pending'
  | 'shared'
  | 'untaxed'
/** A missing part of the month: `count` orders or expenses, `cents` of them; a link to exactly those rows. */
export type Precheck = {
  kind: CheckKind
  count: number | null
  cents: bigint | null
  href: string | null
}

const differing = ['late', 'underpaid', 'overpaid', 'reopened', 'unknown_here', 'unknown_there'] as const

/** Warnings before a month is closed; none of them stands in the way. */
export async function listPrechecks(
  db: Db,
  books: Books,
  range: DayRange,
  figures: Figures,
  ads: { gaps: readonly AdsGap[]; unsaid: readonly string[] },
): Promise<Precheck[]> {
  const { organizationId, entity } = books
  const { from, to } = range
  const days = Prisma.sql`BETWEEN ${from}::date AND ${to}::date`
  const ofEntityOn = heldBy(entity, { outlet: Prisma.sql`outlet_id`, day: Prisma.sql`day` })
  const [row] = await db.$queryRaw<[Record<`${string}Count` | `${string}Cents`, bigint>]>`
    WITH s AS MATERIALIZED (
      SELECT d.state, d.orders, d.expected_cents, d.difference_cents FROM settlement_day d
      WHERE d.organization_id = ${organizationId}::uuid AND d.day ${days} AND ${heldBy(entity, { outlet: Prisma.sql`d.shop_id`, day: Prisma.sql`d.day` })}
    ), u AS MATERIALIZED (
      SELECT revenue_cents FROM product_day WHERE organization_id = ${organizationId}::uuid AND day ${days} AND NOT mapped AND ${ofEntityOn}
      UNION ALL SELECT revenue_cents FROM product_day_delta WHERE organization_id = ${organizationId}::uuid AND day ${days} AND NOT mapped AND ${ofEntityOn}
    ), n AS MATERIALIZED (
      SELECT unpriced FROM sales_day WHERE organization_id = ${organizationId}::uuid AND day ${days} AND ${ofEntityOn}
      UNION ALL SELECT unpriced FROM sales_day_delta WHERE organization_id = ${organizationId}::uuid AND day ${days} AND ${ofEntityOn}
    ), e AS MATERIALIZED (
      SELECT amount_cents, status, ${ofEntity(organizationId, entity)} IS NOT TRUE AS shared FROM expense
      WHERE organization_id = ${organizationId}::uuid AND due_on ${days} AND voided_at IS NULL
        AND (${ofEntity(organizationId, entity)} OR (shop_id IS NULL AND channel_id IS NULL AND legal_entity_id IS NULL))
    )
    SELECT (SELECT coalesce(sum(orders), 0)::bigint FROM s WHERE state IN ('to_release', 'partly_released', 'late')) AS "unsettledCount",
      (SELECT coalesce(sum(expected_cents), 0)::bigint FROM s WHERE state IN ('to_release', 'partly_released', 'late')) AS "unsettledCents",
      (SELECT coalesce(sum(orders), 0)::bigint FROM s WHERE state = ANY (${[...differing]}::"SettlementState"[])) AS "differencesCount",
      (SELECT coalesce(sum(difference_cents), 0)::bigint FROM s) AS "differencesCents",
      (SELECT coalesce(sum(revenue_cents), 0)::bigint FROM u) AS "unmappedCents",
      (SELECT coalesce(sum(unpriced), 0)::bigint FROM n) AS "unpricedCount",
      (SELECT count(*) FROM e WHERE status = 'pending' AND NOT shared) AS "pendingCount",
      (SELECT coalesce(sum(amount_cents), 0)::bigint FROM e WHERE status = 'pending' AND NOT shared) AS "pendingCents",
      (SELECT count(*) FROM e WHERE shared) AS "sharedCount",
      (SELECT coalesce(sum(amount_cents), 0)::bigint FROM e WHERE shared) AS "sharedCents"`
  // A few are named one by one, since no list is narrowed to them; the accountant's pack lists them all.
  const [documents] = await db.$queryRaw<[{ count: bigint; cents: bigint; ids: string[] | null }]>`
    SELECT count(*) AS count, coalesce(sum(o.revenue_cents), 0)::bigint AS cents,
      CASE WHEN count(*) <= ${maxPicked} THEN array_agg(o.id) END AS ids FROM orders o
    WHERE o.organization_id = ${organizationId}::uuid AND o.local_day ${days} AND ${withoutDocument(organizationId)} AND ${heldBy(entity, { outlet: Prisma.sql`o.outlet_id`, day: Prisma.sql`o.local_day` })}`
  const sold = (figures.gross ?? 0n) + (figures.cancelled ?? 0n)
  const coverage = coverageOf(figures)
  const orders = orderListHref(readOrderFilters({ from, to, entity, valid: '1' }, to), {}, orderListPath)
  const of = (
    kind: Precheck['kind'],
    href: string | null,
    count: bigint | null = null,
    cents: bigint | null = null,
  ) => ({
    kind,
    href,
    cents,
    count: count === null ? null : Number(count),
  })
  const result = resultHref(range, { shop: null, channel: null, entity })
  const unfinished = await listUnfinished(db, books, range)
  const all = [
    of('importing', null, unfinished.importing),
    of('estimating', null, unfinished.estimating),
    of('recosting', null, unfinished.recosting),
    of('reconciling', null, unfinished.reconciling),
    of('unsettled', settled(range, entity, 'to_release,partly_released,late'), row.unsettledCount, row.unsettledCents),
    of('differences', settled(range, entity, differing.join()), row.differencesCount, row.differencesCents),
    of('unpriced', `${orders}&unpriced=1`, row.unpricedCount),
    of(
      'costs',
      '/dashboard/products?cost=missing',
      null,
      coverage === null ? null : sold - (figures.revenueWithCost ?? 0n),
    ),
    of('ads', result, BigInt(daysOfGaps(ads.gaps))),
    of('adsUnsaid', result, BigInt(ads.unsaid.length)),
    of('unmapped', `${orders}&unmapped=1`, null, row.unmappedCents),
    of('documents', documents.ids && picked(documents.ids), documents.count, documents.cents),
    of('pending', expenses(range, { place: `entity:${entity}`, view: 'pending' }), row.pendingCount, row.pendingCents),
    of('shared', expenses(range, { place: 'company' }), figures.sharedLeft ? row.sharedCount : 0n, row.sharedCents),
    of('untaxed', '/dashboard/settings/entities', null, figures.untaxed ?? null),
  ]
  return all.filter(({ count, cents }) => (count === null ? (cents ?? 0n) !== 0n : count > 0))
}

const picked = (ids: string[]) => orderListHref(readOrderFilters({ ids: ids.join() }, ''), {}, orderListPath)

const settled = ({ from, to }: DayRange, entity: string, state?: string) =>
  `${settlementsPath}?${new URLSearchParams({ from, to, entity, ...(state && { state, show: 'all' }) })}`

const expenses = ({ from, to }: DayRange, query: Record<string, string>) =>
  `${companyExpensesPath}?${new URLSearchParams({ from, to, ...query })}`
