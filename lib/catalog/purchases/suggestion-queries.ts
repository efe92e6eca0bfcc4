import 'server-only'
import { addDays, type Day, type DayRange } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { beyondPlace, orderOf, pageOf, requestPage } from '@/lib/core/database/keyset-page'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Page } from '@/lib/core/keyset'
import { matchesWords } from '@/lib/core/text/match-words'
import { EARLIER_DAYS, EARLIER_UNITS, SHARED_UNITS, sumsOf } from '../forecast/demand'
import { dayOf, YEAR, type SalesCalendar } from '../forecast/sales-calendar'
import type { SuggestionFilters } from './filters'
import { measuredLeads } from './lead-times'

/** The numbers of the formula, as they stand beside each product. */
export type Suggestion = {
  id: string
  sku: string
  title: string
  /** Sold in the period, in packs and kits too. */
  sold: number
  /** Days of the period on which the product existed. */
  days: number
  /** Sold in the days before the period, which count beside it where it sold little. */
  soldBefore: number
  daysBefore: number
  available: number
  onOrder: number
  leadDays: number
  /** Typed on the product, measured, or typed for its supplier or the company: the first of them that there is. */
  leadFrom: 'product' | 'measured' | 'supplier' | 'company'
  /** Typed: of the product, else of its supplier, else of the company. */
  typedDays: number
  /** Measured from the last deliveries of the product, or else of its supplier, and that of their slowest tenth; null where there are too few. */
  measuredDays: number | null
  measuredOf: 'product' | 'supplier' | null
  slowDays: number | null
  deliveries: number | null
  coverDays: number
  supplierId: string | null
  supplierName: string | null
  supplierCode: string | null
  unitsPerPack: number
  minimumUnits: number | null
  /** Units for each thousandth of a usual day, by the sales calendar; null where nothing sells. */
  pace: number | null
  /** Units expected to sell in the lead time and the cover, by the sales calendar. */
  expected: number
  /** Before it is rounded up to whole packs. */
  need: number
  suggested: number
  /** Until what is available is sold; null where nothing sells. */
  daysLeft: number | null
}
export type BuyingRules = {
  salesDays: number
  coverDays: number
  leadDays: number
  today: Day
  calendar: SalesCalendar
}

/** The most urgent first: what runs out soonest. Rows of what does not sell stand last. */
export async function listSuggestions(
  db: Db,
  organizationId: string,
  filters: SuggestionFilters,
  rules: BuyingRules,
  size: number,
): Promise<Page<Suggestion>> {
  const isPlace = (value: string) => /^-?\d{1,12}(\.\d{1,4})?$/.test(value)
  const wanted = requestPage(filters, size, { ascending: true, isPlace })
  const order = orderOf(wanted)
  const beyond = beyondPlace(wanted, Prisma.sql`n.urgency`, Prisma.sql`n.id`, Prisma.sql`numeric`)
  const where = [filters.all ? Prisma.sql`true` : Prisma.sql`n.suggested > 0`]
  if (filters.supplier) where.push(Prisma.sql`n.supplier_id = ${filters.supplier}::uuid`)
  const rows = await db.$queryRaw<(Suggestion & { urgency: string })[]>`
    ${needed(organizationId, filters, rules)} SELECT ${columns(organizationId)}
    WHERE ${Prisma.join(where, ' AND ')} ${beyond} ORDER BY n.urgency ${order}, n.id ${order} LIMIT ${size + 1}`
  const page = pageOf(wanted, rows, ({ urgency, id }) => ({
    value: urgency,
    id,
  }))
  return { ...page, rows: page.rows.map(({ urgency: _, ...row }) => row) }
}

const columns = (
  organizationId: string,
) => Prisma.sql`n.id, n.sku, n.title, n.sold, n.days, n.sold_before AS "soldBefore", n.all_days - n.days AS "daysBefore", n.available, n.on_order AS "onOrder",
      n.lead_days AS "leadDays", n.lead_from AS "leadFrom", n.typed_days AS "typedDays", n.measured_days AS "measuredDays", n.measured_of AS "measuredOf", n.slow_days AS "slowDays",
      n.deliveries, n.cover_days AS "coverDays", n.supplier_id AS "supplierId",
      s.name AS "supplierName", n.code AS "supplierCode", n.units_per_pack AS "unitsPerPack", n.minimum_units AS "minimumUnits",
      CASE WHEN n.sold > 0 THEN n.pace::float8 END AS pace, n.expected::float8 AS expected, n.need::float8 AS need,
      n.suggested::int AS suggested, CASE WHEN n.sold > 0 THEN n.urgency::float8 END AS "daysLeft", n.urgency::text AS urgency
    FROM needed n LEFT JOIN supplier s ON s.organization_id = ${organizationId}::uuid AND s.id = n.supplier_id`

/** The same of one product; null for a kit and for what is archived. */
export async function getSuggestion(
  db: Db,
  organizationId: string,
  product: string,
  rules: BuyingRules,
): Promise<Suggestion | null> {
  const filters = { q: '', days: null, cover: null, product }
  const rows = await db.$queryRaw<(Suggestion & { urgency: string })[]>`
    ${needed(organizationId, filters, rules)} SELECT ${columns(organizationId)}`
  const [row] = rows.map(({ urgency: _, ...rest }) => rest)
  return row ?? null
}

export async function countSuggestions(
  db: Db,
  organizationId: string,
  filters: SuggestionFilters,
  rules: BuyingRules,
): Promise<{ products: number; units: number }> {
  const supplier = filters.supplier ? Prisma.sql`AND n.supplier_id = ${filters.supplier}::uuid` : Prisma.empty
  const [counted] = await db.$queryRaw<[{ products: number; units: number }]>`
    ${needed(organizationId, filters, rules)}
    SELECT count(*)::int AS products, coalesce(sum(n.suggested), 0)::int AS units FROM needed n
    WHERE (${filters.all} OR n.suggested > 0) ${supplier}`
  return counted
}

/** A product without sales never runs out. */
const never = Prisma.sql`999999`

/** The longest lead time and cover there may be, and the longest period. */
const AHEAD_DAYS = 731
const BEHIND_DAYS = 365 + EARLIER_DAYS

/**
 * Sales expected in the lead time and the cover − available − on order, in whole packs. Expected are the sales of the
 * period, and those before it where it sold little, since its first sale there, brought to the days ahead by the sales calendar, as
 * forecastThousandths of demand.ts. From the roll-ups, folded and appended rows alike; kits count for their components. Today is not over, so the
 * period ends yesterday.
 */
function needed(
  organizationId: string,
  { q, days, cover, product }: Pick<SuggestionFilters, 'q' | 'days' | 'cover'> & { product?: string },
  { salesDays, coverDays, leadDays, today, calendar }: BuyingRules,
): Prisma.Sql {
  const period = days ?? salesDays
  const [from, to] = [addDays(today, -period), addDays(today, -1)]
  const earlierFrom = earliestOf(from, calendar)
  const words = matchesWords(Prisma.sql`p.words`, q)
  if (product) words.push(Prisma.sql`p.id = ${product}::uuid`)
  const matching = words.length > 0 ? Prisma.sql`AND ${Prisma.join(words, ' AND ')}` : Prisma.empty
  const { ahead, behind } = sumsOf(calendar, today, { ahead: AHEAD_DAYS, behind: BEHIND_DAYS })
  // The product's own season is measured on the company's usual span ahead.
  const usualAhead = Math.max(1, leadDays + (cover ?? coverDays))
  const ratio = ahead[usualAhead - 1]! / behind[period - 1]!
  const yearBefore = [addDays(from, -YEAR), addDays(to, -YEAR), addDays(to, usualAhead - YEAR)] as const
  const ofLastYear = calendar.knows.season
    ? Prisma.sql`SELECT product_id, sum(units) FILTER (WHERE day <= ${yearBefore[1]}::date) AS base,
        sum(units) FILTER (WHERE day > ${yearBefore[1]}::date) AS ahead
      FROM (${demandByDay(organizationId, { from: yearBefore[0], to: yearBefore[2] }, product)}) d GROUP BY 1`
    : Prisma.sql`SELECT NULL::uuid AS product_id, NULL::numeric AS base, NULL::numeric AS ahead WHERE false`
  return Prisma.sql`WITH calendar AS MATERIALIZED (SELECT ${ahead}::bigint[] AS ahead, ${behind}::bigint[] AS behind
  ), demand AS (
    SELECT product_id, coalesce(sum(units) FILTER (WHERE day >= ${from}::date), 0) AS units,
      coalesce(sum(units) FILTER (WHERE day < ${from}::date), 0) AS before, min(day) AS first_day
    FROM (${demandByDay(organizationId, { from: earlierFrom, to }, product)}) d GROUP BY 1
  ), last_year AS (${ofLastYear}
  ), coming AS (
    SELECT l.product_id, sum(greatest(l.quantity - l.received, 0)) AS units
    FROM purchase_order o JOIN purchase_order_line l ON l.organization_id = ${organizationId}::uuid AND l.purchase_order_id = o.id
    WHERE o.organization_id = ${organizationId}::uuid AND o.status IN ('sent', 'partly_received') GROUP BY 1
  ), source AS (
    SELECT DISTINCT ON (c.product_id) c.product_id, c.supplier_id, c.code, c.units_per_pack, c.minimum_units, s.lead_time_days
    FROM supplier_product c JOIN supplier s ON s.organization_id = ${organizationId}::uuid AND s.id = c.supplier_id AND s.archived_at IS NULL
    WHERE c.organization_id = ${organizationId}::uuid ORDER BY c.product_id, c.updated_at DESC, c.supplier_id, c.code
  ), ${measuredLeads(organizationId, today)}, stock AS (
    SELECT v.product_id, v.on_hand - v.reserved AS units FROM stock_level v
    JOIN stock_location l ON l.organization_id = ${organizationId}::uuid AND l.id = v.location_id AND l.kind = 'own'
    WHERE v.organization_id = ${organizationId}::uuid
  ), known AS (
    SELECT p.id, p.sku::text AS sku, p.title, coalesce(d.units, 0)::int AS sold, coalesce(d.before, 0)::int AS sold_before, coalesce(k.units, 0)::int AS available,
      coalesce(c.units, 0)::int AS on_order, o.supplier_id, o.code, coalesce(o.units_per_pack, 1) AS units_per_pack, o.minimum_units,
      greatest(1, ${to}::date - greatest(${from}::date, b.since) + 1) AS days, greatest(1, ${to}::date - least(d.first_day, greatest(${from}::date, b.since)) + 1) AS all_days,
      coalesce(p.lead_time_days, m.days, f.days, o.lead_time_days, ${leadDays}::int) AS lead_days,
      CASE WHEN p.lead_time_days IS NOT NULL THEN 'product' WHEN coalesce(m.days, f.days) IS NOT NULL THEN 'measured'
        WHEN o.lead_time_days IS NOT NULL THEN 'supplier' ELSE 'company' END AS lead_from,
      coalesce(p.lead_time_days, o.lead_time_days, ${leadDays}::int) AS typed_days, coalesce(m.days, f.days) AS measured_days,
      CASE WHEN m.days IS NOT NULL THEN 'product' WHEN f.days IS NOT NULL THEN 'supplier' END AS measured_of,
      coalesce(m.slow, f.slow) AS slow_days, coalesce(m.deliveries, f.deliveries) AS deliveries,
      ${cover ?? coverDays}::int AS cover_days,
      (coalesce(y.ahead, 0) + ${SHARED_UNITS * ratio}::numeric) / ((coalesce(y.base, 0) + ${SHARED_UNITS}::numeric) * ${ratio}::numeric) AS own_season
    FROM product p
    LEFT JOIN demand d ON d.product_id = p.id
    CROSS JOIN LATERAL (SELECT least(p.created_at::date, coalesce(d.first_day, p.created_at::date)) AS since) b
    LEFT JOIN coming c ON c.product_id = p.id
    LEFT JOIN source o ON o.product_id = p.id LEFT JOIN stock k ON k.product_id = p.id
    LEFT JOIN last_year y ON y.product_id = p.id
    LEFT JOIN by_product m ON m.product_id = p.id LEFT JOIN by_supplier f ON f.supplier_id = o.supplier_id
    WHERE p.organization_id = ${organizationId}::uuid AND p.archived_at IS NULL ${matching}
      AND NOT EXISTS (SELECT 1 FROM kit_component x WHERE x.organization_id = ${organizationId}::uuid AND x.kit_id = p.id)
  ), blended AS (
    SELECT k.*, c.ahead, (k.sold + w.weight * k.sold_before) * k.own_season AS units,
      c.behind[k.days] + w.weight * (c.behind[k.all_days] - c.behind[k.days]) AS indexes
    FROM known k CROSS JOIN calendar c
    CROSS JOIN LATERAL (SELECT least(1, ${EARLIER_UNITS}::numeric / nullif(k.sold_before, 0)) AS weight) w
  ), paced AS (
    SELECT *, CASE WHEN sold > 0 THEN units / indexes END AS pace, CASE WHEN sold > 0 THEN available * indexes / units END AS reach
    FROM blended
  ), lasting AS (
    SELECT *, round(coalesce(pace * ahead[lead_days + cover_days], 0), 6) AS expected, width_bucket(floor(reach)::bigint, ahead) AS whole FROM paced
  ), counted AS (
    SELECT *, greatest(0, expected - available - on_order) AS need,
      CASE WHEN reach IS NULL THEN ${never} WHEN whole >= ${AHEAD_DAYS} THEN ${AHEAD_DAYS}
        ELSE round(whole + (reach - coalesce(ahead[whole], 0)) / (ahead[whole + 1] - coalesce(ahead[whole], 0)), 2) END AS urgency
    FROM lasting
  ), needed AS (
    SELECT *, CASE WHEN need > 0 THEN ceil(greatest(need, coalesce(minimum_units, 0)) / units_per_pack) * units_per_pack ELSE 0 END AS suggested
    FROM counted
  )`
}

/** The company's first sale, where the days before the period reach farther back. */
function earliestOf(from: Day, { since }: SalesCalendar): Day {
  const earliest = addDays(from, -EARLIER_DAYS)
  if (since === null || dayOf(since) > from) return from
  return dayOf(since) > earliest ? dayOf(since) : earliest
}

/** Physical units that sales took of each product by day (product_id, day, units); a kit's are its parts', as they are now. */
function demandByDay(organizationId: string, { from, to }: DayRange, product?: string): Prisma.Sql {
  const one = product
    ? Prisma.sql`AND (item_key = ${product}::uuid OR item_key IN (
        SELECT kit_id FROM kit_component WHERE organization_id = ${organizationId}::uuid AND component_id = ${product}::uuid))`
    : Prisma.empty
  const within = Prisma.sql`organization_id = ${organizationId}::uuid AND day BETWEEN ${from}::date AND ${to}::date AND mapped ${one}`
  return Prisma.sql`
    SELECT coalesce(k.component_id, s.item_key) AS product_id, s.day, s.units * coalesce(k.quantity, 1) AS units
    FROM (
      SELECT item_key, day, sum(physical_units) AS units FROM (
        SELECT item_key, day, physical_units FROM product_day WHERE ${within}
        UNION ALL SELECT item_key, day, physical_units FROM product_day_delta WHERE ${within}
      ) counted GROUP BY 1, 2
    ) s LEFT JOIN kit_component k ON k.organization_id = ${organizationId}::uuid AND k.kit_id = s.item_key`
}
