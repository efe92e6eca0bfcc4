import 'server-only'
import type { Day } from '@/lib/core/dates'
import { addDays } from '@/lib/core/dates'
import type { Reader } from '@/lib/core/db'
import { betterPrices, type BetterPrices } from '@/lib/money/fees/best-price'
import { deadZones, type DeadZone } from '@/lib/money/fees/dead-zones'
import type { PriceFilters } from '@/lib/money/fees/price-filters'
import { isListed, isSaleOf, unitsSold, type ShopPricing } from '@/lib/money/fees/shop-pricing'
import type { FeeRule } from '@/lib/money/fees/schema'
import { beyondPlace, orderOf, pageOf, requestPage } from '@/lib/core/database/keyset-page'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Page } from '@/lib/core/keyset'
import { matchesWords } from '@/lib/core/text/match-words'

export type ZoneRow = {
  id: string
  /** Its number on the platform; null while only an export named it. */
  itemId: string | null
  title: string
  variation: string | null
  sku: string | null
  shopId: string
  productId: string | null
  photoFileId: string | null
  priceCents: bigint
  /** Sales of the product (or of the listing, where no product is mapped) in this shop, in 30 days. */
  units: bigint
  better: BetterPrices
}

/** The losses at prices of one shop, by price. */
export type ZonePrices = { shopId: string; rule: FeeRule; zones: DeadZone[]; prices: Map<bigint, BetterPrices> }

/** The prices that stand in a zone, shop by shop: as many as there are prices, however many listings have them. */
export async function listZonePrices(
  db: Reader,
  organizationId: string,
  shops: readonly ShopPricing[],
): Promise<ZonePrices[]> {
  const ruled = shops.flatMap(({ id, rule, terms }) =>
    rule ? { shopId: id, rule, terms, zones: deadZones(rule, terms) } : [],
  )
  // Values, not JSON: the planner sees how few they are and looks each up by index.
  const spans = ruled.flatMap(({ shopId, zones }) =>
    zones.map(({ fromCents, toCents }) => Prisma.sql`(${shopId}::uuid, ${fromCents}::bigint, ${toCents}::bigint)`),
  )
  const matches =
    spans.length === 0
      ? []
      : await db.$queryRaw<{ shopId: string; priceCents: bigint }[]>`
        SELECT DISTINCT l.shop_id AS "shopId", l.price_cents AS "priceCents"
        FROM (VALUES ${Prisma.join(spans)}) AS z(shop, first, last)
        JOIN listing l ON l.organization_id = ${organizationId}::uuid AND l.shop_id = z.shop AND l.price_cents BETWEEN z.first AND z.last
        WHERE ${isListed}`
  return ruled.map(({ shopId, rule, terms, zones }) => {
    const better = matches
      .filter((row) => row.shopId === shopId)
      .map(({ priceCents }) => [priceCents, betterPrices({ rule, terms }, zones, priceCents)] as const)
    return { shopId, rule, zones, prices: new Map(better.flatMap(([price, one]) => (one ? [[price, one]] : []))) }
  })
}

/** `v`: each listing whose price is among those, with its loss and what it sold. */
function pricesInForce(
  organizationId: string,
  prices: readonly ZonePrices[],
  filters: PriceFilters,
  today: Day,
): Prisma.Sql {
  const wanted = prices.filter(({ shopId }) => !filters.shop || shopId === filters.shop)
  const losses = wanted.flatMap(({ shopId, prices: each }) =>
    [...each].map(([price, { lossCents }]) => ({ s: shopId, p: Number(price), loss: Number(lossCents) })),
  )
  const words = Prisma.sql`search_text(l.title || ' ' || coalesce(l.sku::text, '') || ' ' || coalesce(p.sku::text, ''))`
  const conditions = [isListed, ...matchesWords(words, filters.q)]
  return Prisma.sql`
    WITH loss AS MATERIALIZED (
      SELECT x.s, x.p, x.loss FROM jsonb_to_recordset(${JSON.stringify(losses)}::jsonb) AS x(s uuid, p bigint, loss bigint)
    ), sold AS MATERIALIZED (${unitsSold(organizationId, addDays(today, -29), today)}
    ), v AS (
      SELECT l.id, l.item_id, l.title, l.variation, coalesce(p.sku, l.sku)::text AS sku, l.shop_id, l.product_id, p.photo_file_id, l.price_cents,
        greatest(coalesce(u.units, 0), 0) AS units, x.loss, x.loss * greatest(coalesce(u.units, 0), 0) * 100000000::numeric + x.loss AS weight
      FROM loss x JOIN listing l ON l.organization_id = ${organizationId}::uuid AND l.shop_id = x.s AND l.price_cents = x.p
      LEFT JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = l.product_id
      LEFT JOIN sold u ON ${isSaleOf}
      WHERE ${Prisma.join(conditions, ' AND ')}
    )`
}

type StoredRow = Omit<ZoneRow, 'better'> & { place: string }

/** The largest loss comes first: by unit times the sales of 30 days. */
export async function listZoneRows(
  db: Reader,
  organizationId: string,
  prices: readonly ZonePrices[],
  filters: PriceFilters,
  { today, size }: { today: Day; size: number },
): Promise<Page<ZoneRow>> {
  const wanted = requestPage(filters, size, { isPlace: (value) => /^\d{1,30}$/.test(value) })
  const order = orderOf(wanted)
  const beyond = beyondPlace(wanted, Prisma.sql`v.weight`, Prisma.sql`v.id`, Prisma.sql`numeric`)
  const rows = await db.$queryRaw<StoredRow[]>`
    ${pricesInForce(organizationId, prices, filters, today)}
    SELECT v.id, v.item_id AS "itemId", v.title, v.variation, v.sku, v.shop_id AS "shopId", v.product_id AS "productId", v.photo_file_id AS "photoFileId",
      v.price_cents AS "priceCents", v.units::bigint AS units, v.weight::text AS place
    FROM v WHERE true ${beyond} ORDER BY v.weight ${order}, v.id ${order} LIMIT ${size + 1}`
  const page = pageOf(wanted, rows, (row) => ({
    value: row.place,
    id: row.id,
  }))
  const betterOf = ({ shopId, priceCents }: StoredRow) =>
    prices.find((each) => each.shopId === shopId)?.prices.get(priceCents)
  return {
    ...page,
    rows: page.rows.flatMap((row) => {
      const better = betterOf(row)
      const { place: _, ...shown } = row
      return better ? { ...shown, better } : []
    }),
  }
}

export type ZoneSums = { listings: bigint; lossCents: bigint }

/** For all rows of the filter: their number, and their loss in 30 days against the price before the edge. */
export async function sumZoneRows(
  db: Reader,
  organizationId: string,
  prices: readonly ZonePrices[],
  filters: PriceFilters,
  today: Day,
): Promise<ZoneSums> {
  const [row] = await db.$queryRaw<[ZoneSums]>`
    ${pricesInForce(organizationId, prices, filters, today)}
    SELECT count(*) AS listings, coalesce(sum(v.loss * v.units), 0)::bigint AS "lossCents" FROM v`
  return row
}
