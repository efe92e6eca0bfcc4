import 'server-only'
import { addDays, type Day } from '@/lib/core/dates'
import type { Reader } from '@/lib/core/db'
import type { RateMillionths } from '@/lib/core/rounding'
import { matchesWords } from '@/lib/core/text/match-words'
import { Prisma } from '@/lib/generated/prisma/client'
import { deadZones, type DeadZone } from '@/lib/money/fees/dead-zones'
import {
  costsOn,
  isListed,
  isSaleOf,
  listShopPricing,
  readPricing,
  unitsSold,
  type Pricing,
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

export type StoredListing = {
  id: string
  shopId: string
  itemId: string | null
  priceCents: bigint
  costCents: bigint | null
  packagingCents: bigint
  lane: LaneReason | null
} & Sold

type DeskQuote = Pick<StoredListing, 'id' | 'shopId'> & Sold & { now: Quote }
export type DeskListing = DeskQuote & {
  /** By today's fees, where those of another day are shown. */
  today: Quote | null
  lower: LowerPrice | null
  next: Quote | null
  /** Why it keeps its price, under the rule that was asked for; null where the new price can be sent. */
  kept: KeptReason | LaneReason | null
}
/** A listing at its present price, which sorts it, with what the rest of it is calculated from. */
export type PricedRow = DeskQuote & { row: StoredListing; known: Known }

/** The shops with their rules of the day that is shown, and of today where that is another one. */
export type DeskShops = Pricing & { shopsToday: readonly ShopPricing[] | null }
/** The shops, rules and Ads shares that the listings are calculated by. */
export type DeskBasis = Omit<DeskShops, 'rules'> & { ratesOf: AdsRates }

/** In SQL: of listing `l` and its shop `s`, as set-price.ts asks before it sends. */
const lane = Prisma.sql`CASE WHEN s.price_master <> 'mascate' THEN 'master' WHEN s.status <> 'active' THEN 'away'
  WHEN l.item_id IS NULL OR l.synced_at IS NULL THEN 'notThere' 
  WHEN l.has_promotion OR l.original_cents <> l.price_cents THEN 'promotion' END`

export const forSale = Prisma.sql`${isListed} AND l.price_cents > 0`

/** In SQL: the texts that a search goes by. */
export const deskWords = Prisma.sql`search_text(l.title || ' ' || coalesce(l.variation, '') || ' ' || coalesce(l.sku, '') || ' ' || coalesce(l.product_sku, ''))`

/** A listing that is read by its name, as others of its product are with it. */
export type Picked = { id: string; productId: string | null }
export type Searched = Pick<DeskFilters, 'q' | 'shop'>

/**
 * Searched last, and shared listings counted in one pass: the planner cannot know how few a search leaves, and for few it would
 * compare each listing with each cost and each sale. Where listings are named, only theirs are read.
 */
export async function listStored(
  db: Reader,
  organizationId: string,
  { q, shop }: Searched,
  { day, today }: { day: Day; today: Day },
  picked: readonly Picked[] | null,
): Promise<StoredListing[]> {
  const ids = picked && picked.map(({ id }) => id)
  const products = picked && picked.flatMap(({ productId }) => productId ?? [])
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

/** Those of these listings that the company has. */
export const listPicked = (db: Reader, organizationId: string, ids: readonly string[]): Promise<Picked[]> =>
  db.$queryRaw<Picked[]>`
    SELECT id, product_id AS "productId" FROM listing WHERE organization_id = ${organizationId}::uuid AND id = ANY (${[...ids]}::uuid[])`

type DeskQuestion = Pick<DeskFilters, 'q' | 'shop' | 'rule'> & {
  day: Day
  today: Day
  picked?: readonly Picked[] | null
}

export async function readDeskShops(
  db: Reader,
  organizationId: string,
  { day, today }: { day: Day; today: Day },
): Promise<DeskShops> {
  const [pricing, shopsToday] = await Promise.all([
    readPricing(db, organizationId, day),
    day === today ? null : listShopPricing(db, organizationId, today),
  ])
  return { ...pricing, shopsToday }
}

/** Every listing of the filter with its price now and under the rule; those of shops without a fee rule are not among them. */
export async function readDesk(
  db: Reader,
  organizationId: string,
  { day, today, rule, picked = null, ...filters }: DeskQuestion,
  basis: DeskBasis,
): Promise<DeskListing[]> {
  const stored = await listStored(db, organizationId, filters, { day, today }, picked)
  return stored.flatMap(priceBy(basis)).map(judgeBy(basis, rule))
}

/** A listing at its present price; none where its shop has no fee rule. */
export function priceBy({ shops, ratesOf }: DeskBasis) {
  const at = termsOfShops(shops)
  return (row: StoredListing): PricedRow | [] => {
    const known = at(row, ratesOf(row.shopId, row.itemId))
    if (!known) return []
    const { id, shopId, units, sharers } = row
    return { id, shopId, units, sharers, now: quoteAt(row.priceCents, known.terms), row, known }
  }
}

/** The parts of a listing that no order goes by: the lower price, the price under the rule, and today's fees. */
export function judgeBy({ shopsToday, ratesOf }: DeskBasis, rule: PriceRule | null) {
  const atToday = shopsToday && termsOfShops(shopsToday)
  return ({ row, known, ...quote }: PricedRow): DeskListing => {
    const earlier = atToday?.(row, ratesOf(row.shopId, row.itemId))
    const today = earlier ? quoteAt(row.priceCents, earlier.terms) : null
    return { ...quote, ...judge(row, quote.now, known, { rule, today }) }
  }
}

/** A listing for sale with its terms on a day, and the sales of its last 30 days. */
export type PricedListing = Pick<StoredListing, 'id' | 'priceCents'> & Sold & { terms: ListingTerms }

/** The listings of one shop, as the desk calculates them; null where the shop has no fee rule on that day. */
export async function readShopListings(
  db: Reader,
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
  { priceCents, lane }: StoredListing,
  now: Quote,
  { terms, shape, lowerAt }: Known,
  { rule, today }: { rule: PriceRule | null; today: Quote | null },
): Pick<DeskListing, 'today' | 'lower' | 'next' | 'kept'> {
  const known = lowerAt.get(priceCents)
  const lower = known === undefined ? lowerPrice(shape, priceCents, keptOf(now)) : known
  lowerAt.set(priceCents, lower)
  if (!rule) return { today, lower, next: null, kept: null }
  const { next, kept } = newPrice(priceCents, terms, shape, rule, today?.margin ?? null)
  return { today, lower, next, kept: kept ?? lane }
}

/** How many listings earn by today's fees and lose by those of a later day; `priced` are today's, of the whole company. */
export async function countTurning(
  db: Reader,
  organizationId: string,
  days: { day: Day; today: Day },
  ratesOf: AdsRates,
  priced: readonly PricedRow[],
): Promise<number> {
  const later = termsOfShops(await listShopPricing(db, organizationId, days.day))
  const costs = await listCostsBetween(db, organizationId, days)
  return priced.filter(({ row, now }) => {
    if (now.profitCents === null || now.profitCents < 0n) return false
    const known = later(costs.get(row.id) ?? row, ratesOf(row.shopId, row.itemId))
    return ((known && quoteAt(row.priceCents, known.terms).profitCents) ?? 0n) < 0n
  }).length
}

/** The listings whose cost is another one on the later day. */
async function listCostsBetween(db: Reader, organizationId: string, days: { day: Day; today: Day }) {
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

export const sortValue: Record<DeskSort, (listing: DeskQuote) => bigint | null> = {
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
export async function listOurShops(db: Reader, organizationId: string): Promise<Set<string>> {
  const shops = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM shop WHERE organization_id = ${organizationId}::uuid AND price_master = 'mascate'`
  return new Set(shops.map(({ id }) => id))
}

/** The names that stand beside a page's figures. */
export const listNames = (db: Reader, organizationId: string, ids: readonly string[]) => db.$queryRaw<DeskNames[]>`
  SELECT l.id, l.item_id AS "itemId", l.title, l.variation, coalesce(p.sku, l.sku)::text AS sku, l.product_id AS "productId",
    p.photo_file_id AS "photoFileId"
  FROM listing l LEFT JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = l.product_id
  WHERE l.organization_id = ${organizationId}::uuid AND l.id = ANY (${[...ids]}::uuid[])`
