import 'server-only'
import type { Slice } from '@/lib/sales/sales-figures/product-figures'
import { withinSalesChannels, type SalesChannels } from '@/lib/sales/sales-figures/queries'
import { addDays, type Day, type DayRange } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { asDay } from '@/lib/core/database/days'
import type { Cents } from '@/lib/core/money'
import type { AdsDespite } from './coverage'
import type { AdsFigures } from './ratios'

const TOP_UPS_LOOKED_BACK = 90

export type AdsScope = SalesChannels & { entity?: string | null }

/** The rows of ads reports of these days and shops, a shop under the name that the roll-ups give it. */
export const adsRows = (organizationId: string, range: DayRange, scope: AdsScope): Prisma.Sql => Prisma.sql`
  SELECT * FROM (SELECT a.*, a.shop_id AS outlet_id FROM ads_spend a) told WHERE ${withinSalesChannels(organizationId, range, scope)}`

export type AdsDayRow = AdsFigures & { day: Day; shopId: string; unexplainedCents: Cents }

/** For each day and shop with a report, oldest first; spending without an item apart. */
export const listAdsDays = (db: Db, organizationId: string, range: DayRange, scope: AdsScope): Promise<AdsDayRow[]> =>
  db.$queryRaw<AdsDayRow[]>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, outlet_id AS "shopId", sum(spend_cents)::bigint AS "spendCents", CASE WHEN count(sales_cents) = count(*) THEN sum(sales_cents)::bigint END AS "salesCents",
      CASE WHEN count(clicks) = count(*) THEN sum(clicks)::bigint END AS clicks,
      CASE WHEN count(impressions) = count(*) THEN sum(impressions)::bigint END AS impressions,
      coalesce(sum(spend_cents) FILTER (WHERE item_id = ''), 0)::bigint AS "unexplainedCents"
    FROM (${adsRows(organizationId, range, scope)}) t GROUP BY t.day, t.outlet_id ORDER BY t.day, t.outlet_id`

/** The first day of the period on which each shop sold or advertised: from then on its ads are asked for. */
export async function listFirstDays(
  db: Db,
  organizationId: string,
  { range, scope, adsDays }: { range: DayRange; scope: AdsScope; adsDays: readonly AdsDayRow[] },
): Promise<Map<string, Day>> {
  const where = withinSalesChannels(organizationId, range, scope)
  const rows = await db.$queryRaw<{ id: string; first: Day }[]>`
    SELECT s.id, to_char(min(d.day), 'YYYY-MM-DD') AS first FROM (
      SELECT day, outlet_id FROM sales_day WHERE ${where} UNION ALL SELECT day, outlet_id FROM sales_day_delta WHERE ${where}
    ) d JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = d.outlet_id GROUP BY 1`
  const firsts = new Map(rows.map(({ id, first }) => [id, first]))
  for (const { shopId, day } of adsDays) {
    const first = firsts.get(shopId)
    if (!first || day < first) firsts.set(shopId, day)
  }
  return firsts
}

/**
 * The day from which each shop is known to advertise: its first report, or its first top-up of the ads balance (in the
 * wallet, or with an order of this period or the quarter before it). A shop that has neither has no ads, and none are
 * missing.
 */
export async function listAdvertisedSince(
  db: Db,
  organizationId: string,
  { from, to }: DayRange,
): Promise<Map<string, Day>> {
  const topUps = (table: Prisma.Sql) => Prisma.sql`
    SELECT outlet_id AS id, day FROM ${table}
    WHERE organization_id = ${organizationId}::uuid AND day BETWEEN ${addDays(from, -TOP_UPS_LOOKED_BACK)}::date AND ${to}::date AND kind = 'ads' AND amount_cents <> 0`
  const rows = await db.$queryRaw<{ id: string; since: Day }[]>`
    SELECT id, to_char(min(day), 'YYYY-MM-DD') AS since FROM (
      SELECT s.id, a.day FROM shop s CROSS JOIN LATERAL (
        SELECT day FROM ads_spend WHERE organization_id = ${organizationId}::uuid AND shop_id = s.id ORDER BY day LIMIT 1
      ) a WHERE s.organization_id = ${organizationId}::uuid
      UNION ALL SELECT shop_id, min(local_day) FROM wallet_transaction
        WHERE organization_id = ${organizationId}::uuid AND kind = 'ads_top_up' GROUP BY 1
      UNION ALL ${topUps(Prisma.sql`money_day`)} UNION ALL ${topUps(Prisma.sql`money_day_delta`)}
    ) known GROUP BY 1`
  return new Map(rows.map(({ id, since }) => [id, since]))
}

/** The day from which on each shop does not advertise, as somebody said. */
export async function listNoAds(db: Db, organizationId: string): Promise<Map<string, Day>> {
  const shops = await db.shop.findMany({
    where: { organizationId, noAdsFrom: { not: null } },
    select: { id: true, noAdsFrom: true },
  })
  return new Map(shops.flatMap(({ id, noAdsFrom }) => (noAdsFrom ? [[id, asDay(noAdsFrom)]] : [])))
}

/** The reported spending of shops that are set not to advertise, since that day. */
export const listAdsDespite = (db: Db, organizationId: string): Promise<AdsDespite[]> => db.$queryRaw<AdsDespite[]>`
  SELECT s.id AS "shopId", count(DISTINCT a.day)::int AS days, sum(a.spend_cents)::bigint AS cents
  FROM shop s JOIN ads_spend a ON a.organization_id = s.organization_id AND a.shop_id = s.id AND a.day >= s.no_ads_from
  WHERE s.organization_id = ${organizationId}::uuid AND s.no_ads_from IS NOT NULL AND a.spend_cents <> 0
  GROUP BY s.id ORDER BY s.id`

/** The reports of one advertised item of a shop; an empty item is spending without one. */
export type AdsItemRow = AdsFigures & { shopId: string; itemId: string; title: string; items: number }

/** Most spent first. */
export const listAdsItems = (
  db: Db,
  organizationId: string,
  { range, scope, slice }: { range: DayRange; scope: AdsScope; slice: Slice },
): Promise<AdsItemRow[]> => db.$queryRaw<AdsItemRow[]>`
  WITH told AS MATERIALIZED (
    SELECT outlet_id, item_id, max(title) AS title, sum(spend_cents) AS spend,
      CASE WHEN count(sales_cents) = count(*) THEN sum(sales_cents) END AS sales, CASE WHEN count(clicks) = count(*) THEN sum(clicks) END AS clicks,
      CASE WHEN count(impressions) = count(*) THEN sum(impressions) END AS impressions
    FROM (${adsRows(organizationId, range, scope)}) t GROUP BY 1, 2
  ), placed AS (
    SELECT *, row_number() OVER (ORDER BY spend DESC, outlet_id, item_id) AS place, (count(*) OVER ())::int AS items FROM told
  )
  SELECT outlet_id AS "shopId", item_id AS "itemId", title, spend::bigint AS "spendCents", sales::bigint AS "salesCents",
    clicks::bigint AS clicks, impressions::bigint AS impressions, items
  FROM placed WHERE place BETWEEN ${slice.first}::int AND ${slice.last}::int ORDER BY place`

/** Whether any report was ever brought. */
export async function hasAdsReports(db: Db, organizationId: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ has: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM ads_spend WHERE organization_id = ${organizationId}::uuid) AS has`
  return row?.has ?? false
}
