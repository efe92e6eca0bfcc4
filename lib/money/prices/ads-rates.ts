import 'server-only'
import { addDays, type Day } from '@/lib/core/dates'
import type { Reader } from '@/lib/core/db'
import { divideHalfUp, oneInMillionths, type RateMillionths } from '@/lib/core/rounding'
import { Prisma } from '@/lib/generated/prisma/client'
import { listAdvertisedSince, listNoAds } from '@/lib/money/ads/queries'

/** The reports of one item of a shop, and the sales of one product of it. */
type AdsLink = { shopId: string; itemId: string | null; itemKey: string; spendCents: bigint; revenueCents: bigint }
/** The Ads share of an item; null where no report says it. */
export type AdsRates = (shopId: string, itemId: string | null) => RateMillionths | null

/**
 * Spending of an item over the revenue of its products, on those of the last 30 days that the shop's reports cover. Reports
 * name the item, sales the product, so that items which share a product share their rate. Where `ids`
 * names listings, only their items are read, with those that share a product with them.
 */
export async function readAdsRates(
  db: Reader,
  organizationId: string,
  today: Day,
  ids: readonly string[] | null = null,
): Promise<AdsRates> {
  const range = { from: addDays(today, -29), to: today }
  const linked = db.$queryRaw<AdsLink[]>`
    WITH RECURSIVE reported AS MATERIALIZED (
      SELECT shop_id, item_id, day, spend_cents FROM ads_spend
      WHERE organization_id = ${organizationId}::uuid AND day BETWEEN ${range.from}::date AND ${range.to}::date
    ), spent AS MATERIALIZED (SELECT shop_id, item_id, sum(spend_cents)::bigint AS cents FROM reported GROUP BY 1, 2
    ), ${nearListings(organizationId, ids)}, sold AS MATERIALIZED (
      SELECT d.outlet_id, d.item_key, sum(d.revenue_cents)::bigint AS cents FROM (
        SELECT outlet_id, item_key, day, revenue_cents FROM product_day
        WHERE organization_id = ${organizationId}::uuid AND day BETWEEN ${range.from}::date AND ${range.to}::date
        UNION ALL SELECT outlet_id, item_key, day, revenue_cents FROM product_day_delta
        WHERE organization_id = ${organizationId}::uuid AND day BETWEEN ${range.from}::date AND ${range.to}::date
      ) d WHERE (d.outlet_id, d.day) IN (SELECT shop_id, day FROM reported) GROUP BY 1, 2
    )
    SELECT DISTINCT l.shop_id AS "shopId", l.item_id AS "itemId", coalesce(l.product_id, l.id) AS "itemKey",
      coalesce(s.cents, 0) AS "spendCents", coalesce(r.cents, 0) AS "revenueCents"
    FROM near l LEFT JOIN spent s ON s.shop_id = l.shop_id AND s.item_id = l.item_id
    LEFT JOIN sold r ON r.item_key = coalesce(l.product_id, l.id) AND r.outlet_id IS NOT DISTINCT FROM l.shop_id
    WHERE l.item_id IS NOT NULL AND l.shop_id IN (SELECT shop_id FROM reported)
    UNION ALL SELECT DISTINCT shop_id, NULL, shop_id, 0::bigint, 0::bigint FROM reported`
  const [links, since, stopped] = await Promise.all([
    linked,
    listAdvertisedSince(db, organizationId, range),
    listNoAds(db, organizationId),
  ])
  const rates = ratesOf(links)
  const reported = new Set(links.map(({ shopId }) => shopId))
  return (shopId, itemId) => {
    if (reported.has(shopId)) return rates.get(`${shopId} ${itemId}`) ?? (rates.has(`${shopId} ${itemId}`) ? null : 0n)
    const end = stopped.get(shopId)
    const isWithout = !since.has(shopId) || (end !== undefined && end <= range.from)
    return isWithout ? 0n : null
  }
}

/**
 * `near`: the listings of advertised items, or these listings, with all that are joined to them by an item of several listings or a
 * product of several items. The others have no share of any spending.
 */
const nearListings = (organizationId: string, ids: readonly string[] | null) => {
  const listings = Prisma.sql`SELECT id, shop_id, item_id, product_id FROM listing WHERE organization_id = ${organizationId}::uuid`
  const first = ids
    ? Prisma.sql`id = ANY (${[...ids]}::uuid[])`
    : Prisma.sql`(shop_id, item_id) IN (SELECT shop_id, item_id FROM spent WHERE cents > 0)`
  return Prisma.sql`near AS (
      ${listings} AND ${first}
      UNION SELECT l.* FROM near n CROSS JOIN LATERAL (
        ${listings} AND shop_id = n.shop_id AND item_id = n.item_id
        UNION ALL ${listings} AND shop_id = n.shop_id AND product_id = n.product_id
      ) l
    )`
}

/** By shop and item; null where something was spent and nothing sold. */
export function ratesOf(links: readonly AdsLink[]): Map<string, RateMillionths | null> {
  const group = new Map<string, string>()
  const find = (name: string): string => {
    const above = group.get(name) ?? name
    return above === name ? name : find(above)
  }
  const [spent, sold] = [new Map<string, bigint>(), new Map<string, bigint>()]
  for (const { shopId, itemId, itemKey, spendCents, revenueCents } of links) {
    const [item, key] = [`${shopId} ${itemId}`, `${shopId} key ${itemKey}`]
    spent.set(item, spendCents)
    sold.set(key, revenueCents)
    group.set(find(key), find(item))
  }
  const sumBy = (amounts: ReadonlyMap<string, bigint>) => {
    const sums = new Map<string, bigint>()
    for (const [name, cents] of amounts) sums.set(find(name), (sums.get(find(name)) ?? 0n) + cents)
    return sums
  }
  const [spending, revenue] = [sumBy(spent), sumBy(sold)]
  return new Map(
    [...spent.keys()].map((item) => {
      const [cents, over] = [spending.get(find(item)) ?? 0n, revenue.get(find(item)) ?? 0n]
      if (cents === 0n) return [item, 0n]
      return [item, over > 0n ? divideHalfUp(cents * oneInMillionths, over) : null]
    }),
  )
}
