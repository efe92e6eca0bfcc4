import 'server-only'
import { addDays, type Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import type { RateMillionths } from '@/lib/core/rounding'
import { matchesWords } from '@/lib/core/text/match-words'
import { Prisma } from '@/lib/generated/prisma/client'
import { deadZones, type DeadZone } from '@/lib/money/fees/dead-zones'
import {
  costsOn,
  isListed,
  isSaleOf,
  listShopPricing,
  unitsSold,
  type ShopPricing,
} from '@/lib/money/fees/shop-pricing'
import { readAdsRates, type AdsRates } from './ads-rates'
import type { DeskFilters, DeskSort } from './desk-filters'
import { lowerPrice, priceShape, type LowerPrice, type PriceShape } from './lower-price'
import { newPrice, type KeptReason, type PriceRule } from './price-rule'
import { keptOf, monthOf, quoteAt, type ListingTerms, type Quote, type Sold } from './quote'

/** Why a shop's prices cannot be sent now. */
export const laneReasons = ['master', 'away', 'notThere', 'promotion'] as const
export type LaneReason = (typeof laneReasons)[number]

type StoredListing = {
  id: string
  shopId: string
  itemId: string | null
  priceCents: bigint
  costCents: bigint | null
  packagingCents: bigint
  lane: LaneReason | null
} & Sold

export type DeskListing = Pick<StoredListing, 'id' | 'shopId'> &
  Sold & {
    now: Quote
    /** By today's fees, where those of another day are shown. */
    today: Quote | null
    lower: LowerPrice | null
    next: Quote | null
    /** Why it keeps its price, under the rule that was asked for; null where the new price can be sent. */
    kept: KeptReason | LaneReason | null
  }
export type Desk = {
  listings: DeskListing[]
  withoutRule: number
  ratesOf: AdsRates
  /** The rows that they were calculated from. */
  stored: StoredListing[]
}

/** In SQL: of listing `l` and its shop `s`, as set-price.ts asks before it sends. */
const lane = Prisma.sql`CASE WHEN s.price_master <> 'mascate' THEN 'master' WHEN s.status <> 'active' THEN 'away'
  WHEN l.item_id IS NULL OR l.synced_at IS NULL THEN 'notThere' 
  WHEN l.has_promotion OR l.original_cents <> l.price_cents THEN 'promotion' END`

export const forSale = Prisma.sql`${isListed} AND l.price_cents > 0`

/** In SQL: the texts that a search goes by. */
export const deskWords = Prisma.sql`search_text(l.title || ' ' || coalesce(l.variation, '') || ' ' || coalesce(l.sku, '') || ' ' || coalesce(l.product_sku, ''))`

export type Searched = Pick<DeskFilters, 'q' | 'shop'>

/**
 * Searched last, and shared listings counted in one pass: the planner cannot know how few a search leaves, and for few it would
 * compare each listing with each cost and each sale. Where listings are named, only theirs are read.
 */
async function listStored(
  db: Db,
  organizationId: string,
  { q, shop }: Searched,
  { day, today }: { day: Day; today: Day },
  ids: readonly string[] | null,
): Promise<StoredListing[]> {
  const products = ids && (await listProductsOf(db, organizationId, ids))
  const items = ids && products && [...ids, ...products]
  const near = items
    ? Prisma.sql`AND (l.id = ANY (${[...ids]}::uuid[]) OR l.product_id = ANY (${products}::uuid[]))`
    : Prisma.empty
  const chosen = [
    Prisma.sql`true`,
    ...(shop ? [Prisma.sql`l.shop_id = ${shop}::uuid`] : []),
    ...(ids ? [Prisma.sql`l.id = ANY (${[...ids]}::uuid[])`] : []),
  ]
  return db.$queryRaw<StoredListing[]>`
    WITH sold AS MATERIALIZED (${unitsSold(organizationId, addDays(today, -29), today, items)}
    ), costs AS MATERIALIZED (${costsOn(organizationId, day, products)}
    ), listed AS (
      SELECT l.*, CASE WHEN l.product_id IS NULL THEN 1 ELSE count(*) OVER (PARTITION BY l.shop_id, l.product_id) END AS sharers
      FROM listing l WHERE l.organization_id = ${organizationId}::uuid AND ${forSale} ${near}
    )
    SELECT l.id, l."shopId", l."itemId", l."priceCents", l.units, l.sharers, l."costCents", l."packagingCents", l.lane FROM (
      SELECT l.id, l.shop_id AS "shopId", l.item_id AS "itemId", l.price_cents AS "priceCents", greatest(coalesce(u.units, 0), 0) AS units,
        l.sharers, round(c.cost * l.product_quantity * 100)::bigint AS "costCents",
        (coalesce(p.packaging_cost_cents, 0) * l.product_quantity)::bigint AS "packagingCents", ${lane} AS lane,
        l.title, l.variation, l.sku::text AS sku, p.sku::text AS product_sku
      FROM listed l JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = l.shop_id
      LEFT JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = l.product_id
      LEFT JOIN costs c ON c.product_id = l.product_id
      LEFT JOIN sold u ON ${isSaleOf}
      WHERE ${Prisma.join(chosen, ' AND ')} OFFSET 0
    ) l WHERE ${Prisma.join([Prisma.sql`true`, ...matchesWords(deskWords, q)], ' AND ')}`
}

async function listProductsOf(db: Db, organizationId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT product_id AS id FROM listing
    WHERE organization_id = ${organizationId}::uuid AND id = ANY (${[...ids]}::uuid[]) AND product_id IS NOT NULL`
  return rows.map(({ id }) => id)
}

type DeskQuestion = Pick<DeskFilters, 'q' | 'shop' | 'rule'> & { day: Day; today: Day; ids?: readonly string[] | null }

/** Every listing of the filter with its price now and under the rule; listings of shops without a fee rule are only counted. */
export async function readDesk(
  db: Db,
  organizationId: string,
  { day, today, rule, ids = null, ...filters }: DeskQuestion,
  shops: readonly ShopPricing[],
): Promise<Desk> {
  const shopsToday = day === today ? null : await listShopPricing(db, organizationId, today)
  const ratesOf = await readAdsRates(db, organizationId, today, ids)
  const stored = await listStored(db, organizationId, filters, { day, today }, ids)
  const [at, atToday] = [termsOfShops(shops), shopsToday && termsOfShops(shopsToday)]
  const listings = stored.flatMap((row): DeskListing | [] => {
    const adsRate = ratesOf(row.shopId, row.itemId)
    const known = at(row, adsRate)
    if (!known) return []
    const earlier = atToday?.(row, adsRate)
    const quoteToday = earlier ? quoteAt(row.priceCents, earlier.terms) : null
    return judge(row, known, rule, quoteToday)
  })
  return { listings, withoutRule: stored.length - listings.length, ratesOf, stored }
}

/** A listing for sale with its terms on a day, and the sales of its last 30 days. */
export type PricedListing = Pick<StoredListing, 'id' | 'priceCents'> & Sold & { terms: ListingTerms }

/** The listings of one shop, as the desk calculates them; null where the shop has no fee rule on that day. */
export async function readShopListings(
  db: Db,
  organizationId: string,
  { shop, ...days }: { shop: string; day: Day; today: Day },
): Promise<PricedListing[] | null> {
  const shops = await listShopPricing(db, organizationId, days.day)
  if (!shops.find(({ id }) => id === shop)?.rule) return null
  const ratesOf = await readAdsRates(db, organizationId, days.today)
  const at = termsOfShops(shops)
  const stored = await listStored(db, organizationId, { q: '', shop }, days, null)
  return stored.flatMap((row): PricedListing | [] => {
    const { id, priceCents, units, sharers } = row
    const known = at(row, ratesOf(row.shopId, row.itemId))
    return known ? { id, priceCents, units, sharers, terms: known.terms } : []
  })
}

type Shape = { shape: PriceShape; lowerAt: Map<bigint, LowerPrice | null> }
type Known = { terms: ListingTerms } & Shape

/**
 * The terms of a listing by its shop's rule of a day; null where none holds. The shape is one for each shop and Ads share,
 * with the lower price of each price that was asked for: most listings end in ,90 and share their price with others.
 */
function termsOfShops(shops: readonly ShopPricing[]) {
  const byShop = new Map(shops.map((shop) => [shop.id, shop]))
  const zonesOf = new Map<string, DeadZone[]>()
  const shapes = new Map<string, Shape>()
  return (row: StoredListing, adsRate: RateMillionths | null): Known | null => {
    const shop = byShop.get(row.shopId)
    if (!shop?.rule) return null
    const terms: ListingTerms = {
      rule: shop.rule,
      terms: shop.terms,
      taxRate: shop.taxRate,
      adsRate,
      affiliateRate: 0n,
      costCents: row.costCents,
      packagingCents: row.packagingCents,
    }
    const key = `${row.shopId} ${adsRate}`
    const known = shapes.get(key)
    if (known) return { terms, ...known }
    const zones = zonesOf.get(row.shopId) ?? deadZones(shop.rule, shop.terms)
    zonesOf.set(row.shopId, zones)
    const shape = { shape: priceShape(terms, zones), lowerAt: new Map<bigint, LowerPrice | null>() }
    shapes.set(key, shape)
    return { terms, ...shape }
  }
}

function judge(
  { id, shopId, units, sharers, priceCents, lane }: StoredListing,
  { terms, shape, lowerAt }: Known,
  rule: PriceRule | null,
  today: Quote | null,
): DeskListing {
  const now = quoteAt(priceCents, terms)
  const known = lowerAt.get(priceCents)
  const lower = known === undefined ? lowerPrice(shape, priceCents, keptOf(now)) : known
  lowerAt.set(priceCents, lower)
  const base = { id, shopId, units, sharers, now, today, lower }
  if (!rule) return { ...base, next: null, kept: null }
  const { next, kept } = newPrice(priceCents, terms, shape, rule, today?.margin ?? null)
  return { ...base, next, kept: kept ?? lane }
}

/** How many listings earn by today's fees (`shops`) and lose by those of a later day; `desk` is today's, of the whole company. */
export async function countTurning(
  db: Db,
  organizationId: string,
  days: { day: Day; today: Day },
  shops: readonly ShopPricing[],
  { ratesOf, stored }: Pick<Desk, 'ratesOf' | 'stored'>,
): Promise<number> {
  const later = termsOfShops(await listShopPricing(db, organizationId, days.day))
  const now = termsOfShops(shops)
  const costs = await listCostsBetween(db, organizationId, days)
  const profitBy = (at: typeof now, row: StoredListing): bigint | null => {
    const known = at(row, ratesOf(row.shopId, row.itemId))
    return known && quoteAt(row.priceCents, known.terms).profitCents
  }
  return stored.filter((row) => {
    const earned = profitBy(now, row)
    if (earned === null || earned < 0n) return false
    return (profitBy(later, costs.get(row.id) ?? row) ?? 0n) < 0n
  }).length
}

/** The listings whose cost is another one on the later day. */
async function listCostsBetween(db: Db, organizationId: string, days: { day: Day; today: Day }) {
  const [{ changes }] = await db.$queryRaw<[{ changes: boolean }]>`
    SELECT EXISTS (SELECT 1 FROM product_cost WHERE organization_id = ${organizationId}::uuid
      AND from_day > ${days.today}::date AND from_day <= ${days.day}::date) AS changes`
  const stored = changes ? await listStored(db, organizationId, { q: '', shop: null }, days, null) : []
  return new Map(stored.map((row) => [row.id, row]))
}

export const turnsNegative = ({ today, now }: Pick<DeskListing, 'today' | 'now'>): boolean =>
  today !== null &&
  today.profitCents !== null &&
  today.profitCents >= 0n &&
  now.profitCents !== null &&
  now.profitCents < 0n

export const sortValue: Record<DeskSort, (listing: DeskListing) => bigint | null> = {
  sold: ({ units }) => units,
  month: ({ now, ...sold }) => (now.profitCents === null ? null : monthOf(now.profitCents, sold)),
  margin: ({ now }) => now.margin,
  profit: ({ now }) => now.profitCents,
  price: ({ now }) => now.priceCents,
}

export type DeskNames = {
  id: string
  itemId: string | null
  title: string
  variation: string | null
  sku: string | null
  productId: string | null
  photoFileId: string | null
}

/** The shops whose prices we set. */
export async function listOurShops(db: Db, organizationId: string): Promise<Set<string>> {
  const shops = await db.shop.findMany({ where: { organizationId, priceMaster: 'mascate' }, select: { id: true } })
  return new Set(shops.map(({ id }) => id))
}

/** The names that stand beside a page's figures. */
export const listNames = (db: Db, organizationId: string, ids: readonly string[]) => db.$queryRaw<DeskNames[]>`
  SELECT l.id, l.item_id AS "itemId", l.title, l.variation, coalesce(p.sku, l.sku)::text AS sku, l.product_id AS "productId",
    p.photo_file_id AS "photoFileId"
  FROM listing l LEFT JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = l.product_id
  WHERE l.organization_id = ${organizationId}::uuid AND l.id = ANY (${[...ids]}::uuid[])`
