import 'server-only'
import type { Slice } from '@/lib/sales/sales-figures/product-figures'
import { withinSalesChannels, type SalesChannels } from '@/lib/sales/sales-figures/queries'
import type { Day, DayRange } from '@/lib/core/dates'
import type { Reader } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Cents } from '@/lib/core/money'
import type { AdsDespite } from './coverage'
import type { AdsFigures } from './ratios'

const TOP_UPS_LOOKED_BACK = 90

export type AdsScope = SalesChannels & { entity?: string | null }

/** The rows of ads reports of these days and shops, a shop under the name that the roll-ups give it. */
export const adsRows = (organizationId: string, range: DayRange, scope: AdsScope): Prisma.Sql => Prisma.sql`
  SELECT * FROM (SELECT a.*, a.shop_id AS outlet_id FROM ads_spend a) reported WHERE ${withinSalesChannels(organizationId, range, scope)}`

const missingOf = (figure: Prisma.Sql) => Prisma.sql`count(*) - count(${figure})`
const dayOf = (day: Prisma.Sql) => Prisma.sql`to_char(${day}, 'YYYY-MM-DD')`

/** The reports of each day and shop; a figure that one of a day's rows lacks is counted as missing. */
const reportedDays = (organizationId: string, range: DayRange, scope: AdsScope): Prisma.Sql => Prisma.sql`
  SELECT outlet_id, day, sum(spend_cents) AS spend, coalesce(sum(spend_cents) FILTER (WHERE item_id = ''), 0) AS unexplained,
    sum(sales_cents) AS sales, ${missingOf(Prisma.sql`sales_cents`)} AS no_sales, sum(clicks) AS clicks, ${missingOf(Prisma.sql`clicks`)} AS no_clicks,
    sum(impressions) AS impressions, ${missingOf(Prisma.sql`impressions`)} AS no_impressions
  FROM (${adsRows(organizationId, range, scope)}) t GROUP BY outlet_id, day`

/** Days in a row of one shop, each with a report; `spentDays` are those on which anything was spent. */
export type AdsRun = DayRange & AdsFigures & { shopId: string; unexplainedCents: Cents; spentDays: number }

/**
 * The reports of these days: as few rows as the days without one leave, however many days. No run holds days of two of the parts that
 * begin at `starts` (in order, the range's first day among them), or days before and after a shop is set not to advertise.
 */
export const listAdsRuns = (
  db: Reader,
  organizationId: string,
  range: DayRange,
  scope: AdsScope,
  starts: readonly Day[],
): Promise<AdsRun[]> =>
  db.$queryRaw<AdsRun[]>`
    SELECT r.outlet_id AS "shopId", ${dayOf(Prisma.sql`min(r.day)`)} AS "from", ${dayOf(Prisma.sql`max(r.day)`)} AS "to", (count(*) FILTER (WHERE spend <> 0))::int AS "spentDays",
      sum(spend)::bigint AS "spendCents", sum(unexplained)::bigint AS "unexplainedCents",
      CASE WHEN sum(no_sales) = 0 THEN sum(sales)::bigint END AS "salesCents", CASE WHEN sum(no_clicks) = 0 THEN sum(clicks)::bigint END AS clicks,
      CASE WHEN sum(no_impressions) = 0 THEN sum(impressions)::bigint END AS impressions
    FROM (
      SELECT d.*, d.day - (row_number() OVER (PARTITION BY d.outlet_id ORDER BY d.day))::int AS run FROM (${reportedDays(organizationId, range, scope)}) d
    ) r LEFT JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = r.outlet_id
    GROUP BY r.outlet_id, r.run, width_bucket(r.day, ${starts}::date[]), r.day >= s.no_ads_from ORDER BY min(r.day), r.outlet_id`

type AdsDayRow = AdsFigures & { day: Day; shopId: string }

/** Some of the days and shops with a report, newest first. */
export const listAdsDays = (
  db: Reader,
  organizationId: string,
  { range, scope, slice }: { range: DayRange; scope: AdsScope; slice: Slice },
): Promise<AdsDayRow[]> =>
  db.$queryRaw<AdsDayRow[]>`
    SELECT ${dayOf(Prisma.sql`day`)} AS day, outlet_id AS "shopId", spend::bigint AS "spendCents", CASE WHEN no_sales = 0 THEN sales::bigint END AS "salesCents",
      CASE WHEN no_clicks = 0 THEN clicks::bigint END AS clicks, CASE WHEN no_impressions = 0 THEN impressions::bigint END AS impressions
    FROM (${reportedDays(organizationId, range, scope)}) d
    ORDER BY d.day DESC, d.outlet_id DESC LIMIT ${slice.last - slice.first + 1}::int OFFSET ${slice.first - 1}::int`

/** From the first to the last day of all of them. */
export const spanOf = (ranges: readonly DayRange[]): DayRange => ({
  from: ranges.map(({ from }) => from).toSorted()[0]!,
  to: ranges
    .map(({ to }) => to)
    .toSorted()
    .at(-1)!,
})

/** These periods, each with its place among them. */
const asRows = (ranges: readonly DayRange[]) =>
  Prisma.sql`unnest(${ranges.map(({ from }) => from)}::date[], ${ranges.map(({ to }) => to)}::date[]) WITH ORDINALITY r(from_day, to_day, place)`

type Found = { place: bigint; id: string; day: Day }

/** The days found for each of the periods, by shop. */
function byPeriod(ranges: readonly DayRange[], rows: readonly Found[]) {
  const found = ranges.map(() => new Map<string, Day>())
  for (const { place, id, day } of rows) found[Number(place) - 1]!.set(id, day)
  return found
}

/** The first day of each period on which each shop sold. */
const firstSales = (organizationId: string, ranges: readonly DayRange[], scope: AdsScope): Prisma.Sql => {
  const where = Prisma.sql`${withinSalesChannels(organizationId, null, scope)} AND day BETWEEN r.from_day AND r.to_day`
  return Prisma.sql`
    SELECT r.place, s.id, to_char(min(d.day), 'YYYY-MM-DD') AS day FROM ${asRows(ranges)} CROSS JOIN LATERAL (
      SELECT day, outlet_id FROM sales_day WHERE ${where} UNION ALL SELECT day, outlet_id FROM sales_day_delta WHERE ${where}
    ) d JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = d.outlet_id GROUP BY 1, 2`
}

/** From its first sale or its first report on, a shop's ads are asked for. */
function withAds(firsts: Map<string, Day>, runs: readonly AdsRun[]): Map<string, Day> {
  for (const { shopId, from } of runs) {
    const first = firsts.get(shopId)
    if (!first || from < first) firsts.set(shopId, from)
  }
  return firsts
}

/**
 * The day from which each shop is known to advertise: its first report, or its first top-up of the ads balance (in the
 * wallet, or with an order of this period or the quarter before it). A shop that has neither has no ads, and none are
 * missing.
 */
export async function listAdvertisedSince(
  db: Reader,
  organizationId: string,
  range: DayRange,
): Promise<Map<string, Day>> {
  const [since] = byPeriod([range], await db.$queryRaw<Found[]>(advertised(organizationId, [range])))
  return since!
}

const advertised = (organizationId: string, ranges: readonly DayRange[]): Prisma.Sql => {
  const topUps = (table: Prisma.Sql) => Prisma.sql`
    SELECT outlet_id, day FROM ${table}
    WHERE organization_id = ${organizationId}::uuid AND day BETWEEN r.from_day - ${TOP_UPS_LOOKED_BACK}::int AND r.to_day AND kind = 'ads' AND amount_cents <> 0`
  return Prisma.sql`
    WITH ever AS MATERIALIZED (
      SELECT s.id, a.day FROM shop s CROSS JOIN LATERAL (
        SELECT day FROM ads_spend WHERE organization_id = ${organizationId}::uuid AND shop_id = s.id ORDER BY day LIMIT 1
      ) a WHERE s.organization_id = ${organizationId}::uuid
      UNION ALL SELECT shop_id, min(local_day) FROM wallet_transaction
        WHERE organization_id = ${organizationId}::uuid AND kind = 'ads_top_up' GROUP BY 1
    )
    SELECT r.place, known.id, to_char(min(known.day), 'YYYY-MM-DD') AS day FROM ${asRows(ranges)} CROSS JOIN LATERAL (
      SELECT id, day FROM ever
      UNION ALL ${topUps(Prisma.sql`money_day`)} UNION ALL ${topUps(Prisma.sql`money_day_delta`)}
    ) known GROUP BY 1, 2`
}

const withoutAds = (organizationId: string): Prisma.Sql => Prisma.sql`
  SELECT id, to_char(no_ads_from, 'YYYY-MM-DD') AS day FROM shop WHERE organization_id = ${organizationId}::uuid AND no_ads_from IS NOT NULL`

const asMap = (found: readonly { id: string; day: Day }[]) => new Map(found.map(({ id, day }) => [id, day]))

/** The day from which on each shop does not advertise, as somebody said. */
export const listNoAds = async (db: Reader, organizationId: string): Promise<Map<string, Day>> =>
  asMap(await db.$queryRaw<{ id: string; day: Day }[]>(withoutAds(organizationId)))

/** The first days and the settings of the shops beside the reports of a period, and whether any report was ever brought. */
type AdsFrame = Pick<AdsReports, 'firsts' | 'noAds'> & {
  hasReports: boolean
  entities: { id: string; name: string }[]
}

export async function getAdsFrame(
  db: Reader,
  organizationId: string,
  { range, scope, runs }: { range: DayRange; scope: AdsScope; runs: readonly AdsRun[] },
): Promise<AdsFrame> {
  const ours = Prisma.sql`organization_id = ${organizationId}::uuid`
  type Row = Pick<AdsFrame, 'hasReports' | 'entities'> & Record<'sold' | 'noAds', { id: string; day: Day }[]>
  const [row] = await db.$queryRaw<[Row]>`
    SELECT (SELECT coalesce(json_agg(f), '[]') FROM (${firstSales(organizationId, [range], scope)}) f) AS sold,
      (SELECT coalesce(json_agg(n), '[]') FROM (${withoutAds(organizationId)}) n) AS "noAds",
      EXISTS (SELECT FROM ads_spend WHERE ${ours}) AS "hasReports",
      (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name) ORDER BY name, id), '[]') FROM legal_entity WHERE ${ours}) AS entities`
  const { sold, noAds, ...rest } = row
  return { ...rest, firsts: withAds(asMap(sold), runs), noAds: asMap(noAds) }
}

/** All that is known of the ads of a period; `firsts` and `since` are by shop. */
export type AdsReports = {
  runs: AdsRun[]
  firsts: Map<string, Day>
  since: Map<string, Day>
  noAds: Map<string, Day>
}

/** For each of the periods what it has alone, in as many statements as for one; both begin and end where one of the parts does. */
export async function listAdsReports(
  db: Reader,
  organizationId: string,
  ranges: readonly DayRange[],
  scope: AdsScope,
  starts: readonly Day[],
): Promise<AdsReports[]> {
  const all = await listAdsRuns(db, organizationId, spanOf(ranges), scope, starts)
  const known = await db.$queryRaw<(Found & { what: 'sold' | 'advertised' | 'noAds' })[]>`
    SELECT 'sold' AS what, f.* FROM (${firstSales(organizationId, ranges, scope)}) f
    UNION ALL SELECT 'advertised', a.* FROM (${advertised(organizationId, ranges)}) a
    UNION ALL SELECT 'noAds', 0, n.* FROM (${withoutAds(organizationId)}) n`
  const of = (wanted: string) => known.filter(({ what }) => what === wanted)
  const [firsts, since] = [byPeriod(ranges, of('sold')), byPeriod(ranges, of('advertised'))]
  const noAds = asMap(of('noAds'))
  return ranges.map((range, at) => {
    const runs = all.filter(({ from }) => from >= range.from && from <= range.to)
    return { runs, firsts: withAds(firsts[at]!, runs), since: since[at]!, noAds }
  })
}

/** The reported spending of shops that are set not to advertise, since that day. */
export const listAdsDespite = (db: Reader, organizationId: string): Promise<AdsDespite[]> => db.$queryRaw<AdsDespite[]>`
  SELECT s.id AS "shopId", count(DISTINCT a.day)::int AS days, sum(a.spend_cents)::bigint AS cents
  FROM shop s JOIN ads_spend a ON a.organization_id = s.organization_id AND a.shop_id = s.id AND a.day >= s.no_ads_from
  WHERE s.organization_id = ${organizationId}::uuid AND s.no_ads_from IS NOT NULL AND a.spend_cents <> 0
  GROUP BY s.id ORDER BY s.id`

/** The reports of one advertised item of a shop; an empty item is spending without one. */
export type AdsItemRow = AdsFigures & { shopId: string; itemId: string; title: string; items: number }

/** Most spent first. */
export const listAdsItems = (
  db: Reader,
  organizationId: string,
  { range, scope, slice }: { range: DayRange; scope: AdsScope; slice: Slice },
): Promise<AdsItemRow[]> => db.$queryRaw<AdsItemRow[]>`
  WITH reported AS MATERIALIZED (
    SELECT outlet_id, item_id, max(title) AS title, sum(spend_cents) AS spend,
      CASE WHEN count(sales_cents) = count(*) THEN sum(sales_cents) END AS sales, CASE WHEN count(clicks) = count(*) THEN sum(clicks) END AS clicks,
      CASE WHEN count(impressions) = count(*) THEN sum(impressions) END AS impressions
    FROM (${adsRows(organizationId, range, scope)}) t GROUP BY 1, 2
  ), placed AS (
    SELECT *, row_number() OVER (ORDER BY spend DESC, outlet_id, item_id) AS place, (count(*) OVER ())::int AS items FROM reported
  )
  SELECT outlet_id AS "shopId", item_id AS "itemId", title, spend::bigint AS "spendCents", sales::bigint AS "salesCents",
    clicks::bigint AS clicks, impressions::bigint AS impressions, items
  FROM placed WHERE place BETWEEN ${slice.first}::int AND ${slice.last}::int ORDER BY place`
