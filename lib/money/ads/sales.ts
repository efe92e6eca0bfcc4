import 'server-only'
import { marginOf, type Sold } from '@/lib/sales/sales-figures/margin'
import { soldItems } from '@/lib/sales/sales-figures/product-sales'
import { withinSalesChannels } from '@/lib/sales/sales-figures/queries'
import type { Day, DayRange } from '@/lib/core/dates'
import type { Reader, Scope } from '@/lib/core/db'
import { divideHalfUp } from '@/lib/core/rounding'
import { Prisma } from '@/lib/generated/prisma/client'
import { groupBy } from '@/lib/core/group-by'
import type { Cents } from '@/lib/core/money'
import { dayOf, listSalesChannelTax } from '../profit/tax'
import { listAdsItems, type AdsScope } from './queries'

/** The sales, and their contribution before ads: null where a cost is missing. */
export type AdsSales = { revenueCents: Cents; contributionCents: Cents | null }
/** `day` is null for the whole period. */
export type TaxedSales = Sold & { day: Day | null; outletId: string; taxCents: Cents; untaxedCents: Cents }

/** Known only where the cost of all that sold is: a part of it says nothing of an ad. */
export const salesOf = (sold: Sold & { taxCents: Cents }): AdsSales => {
  const { revenueCents, coveredCents, taxCents } = sold
  const margin = revenueCents === 0n ? -sold.takenCents : coveredCents === revenueCents ? marginOf(sold) : null
  return { revenueCents, contributionCents: margin === null ? null : margin - taxCents }
}

/** The sales of each sales channel, with their tax: on each day, or of the whole period. */
export async function listSalesChannelSales(
  db: Reader,
  organizationId: string,
  { range, scope, by }: { range: DayRange; scope: AdsScope; by: 'day' | 'period' },
): Promise<TaxedSales[]> {
  const where = withinSalesChannels(organizationId, range, scope)
  const columns = Prisma.sql`day, outlet_id, gross_cents, deductions_cents, packaging_cents, revenue_with_cost_cents, cost`
  const rows = await db.$queryRaw<Omit<TaxedSales, 'taxCents' | 'untaxedCents'>[]>`
    SELECT ${by === 'day' ? dayOf(Prisma.sql`day`) : Prisma.sql`NULL::text`} AS day, outlet_id AS "outletId", sum(gross_cents)::bigint AS "revenueCents",
      (sum(deductions_cents) + sum(packaging_cents))::bigint AS "takenCents", sum(revenue_with_cost_cents)::bigint AS "coveredCents",
      round(sum(cost) * 100)::bigint AS "costCents"
    FROM (SELECT ${columns} FROM sales_day WHERE ${where} UNION ALL SELECT ${columns} FROM sales_day_delta WHERE ${where}) counted
    GROUP BY 1, 2`
  const taxes = await listSalesChannelTax(db, organizationId, range, scope, by)
  const taxOf = new Map(taxes.map((tax) => [`${tax.day} ${tax.outletId}`, tax]))
  const sold = new Set(rows.map(({ day, outletId }) => `${day} ${outletId}`))
  // A return gives back tax also on a day without a sale.
  const none = { revenueCents: 0n, takenCents: 0n, coveredCents: 0n, costCents: 0n }
  const returned = taxes.filter(({ day, outletId }) => !sold.has(`${day} ${outletId}`))
  const days = [...rows, ...returned.map(({ day, outletId }) => ({ day, outletId, ...none }))]
  return days.map((row) => {
    const tax = taxOf.get(`${row.day} ${row.outletId}`)
    return { ...row, taxCents: tax?.taxCents ?? 0n, untaxedCents: tax?.untaxedCents ?? 0n }
  })
}

const figures = ['revenueCents', 'takenCents', 'coveredCents', 'costCents', 'taxCents', 'untaxedCents'] as const
type SoldSum = Pick<TaxedSales, (typeof figures)[number]>

export const addSold = (rows: readonly SoldSum[]): SoldSum =>
  Object.fromEntries(figures.map((key) => [key, rows.reduce((sum, row) => sum + row[key], 0n)])) as SoldSum

type Item = { shopId: string; itemId: string }
export const itemKey = ({ shopId, itemId }: Item): string => `${shopId} ${itemId}`
type Named = Item & { title: string }
type ItemProducts = Item & { title: string; keys: string[]; isShared: boolean }
type ItemSales = { sales: AdsSales; title: string; isShared: boolean }

/**
 * The sales of the advertised items' products in their shops, with their share of the shop's tax. Sales are counted by
 * product: where several items of the shop sell one, it is unknown which of them sold it.
 */
export async function listItemSales(
  db: Reader,
  { scope, range, today, items }: { scope: Scope; range: DayRange; today: Day; items: readonly Named[] },
  ofShops: ReadonlyMap<string, SoldSum>,
): Promise<Map<string, ItemSales>> {
  const products = await listItemProducts(db, scope.organizationId, items)
  const keysOfShops = [...groupBy(products, ({ shopId }) => shopId)].map(
    ([shopId, own]) => [shopId, own.flatMap(({ keys }) => keys)] as const,
  )
  const sold = await listSold(db, { scope, range, today }, keysOfShops)
  const results = new Map<string, ItemSales>()
  for (const { shopId, itemId, title, keys, isShared } of products) {
    const shop = ofShops.get(shopId)
    const sum = addSold(keys.flatMap((key) => sold.get(`${shopId} ${key}`) ?? []))
    const taxCents = shop && shop.revenueCents > 0n ? shareOf(shop.taxCents, sum.revenueCents, shop.revenueCents) : 0n
    results.set(itemKey({ shopId, itemId }), { title, isShared, sales: salesOf({ ...sum, taxCents }) })
  }
  return results
}

const shareOf = (amount: Cents, part: Cents, whole: Cents): Cents => divideHalfUp(amount * part, whole)

/**
 * The products that an item is mapped to today, and its variations that are mapped to none. A listing that only an order export named has
 * no number of the marketplace: there the title tells.
 */
const listItemProducts = (db: Reader, organizationId: string, items: readonly Named[]) => {
  const own = Prisma.sql`l.organization_id = ${organizationId}::uuid AND l.shop_id = ANY (${items.map(({ shopId }) => shopId)}::uuid[])`
  return db.$queryRaw<ItemProducts[]>`
    WITH asked AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb) AS i("shopId" uuid, "itemId" text, title text)
    ), item AS MATERIALIZED (
      SELECT shop_id, item_id, min(title) AS title, array_agg(DISTINCT key) AS keys FROM (
        SELECT l.shop_id, i."itemId" AS item_id, l.title, coalesce(l.product_id, l.id) AS key
        FROM listing l JOIN asked i ON i."shopId" = l.shop_id AND i."itemId" = l.item_id
        WHERE ${own} AND l.item_id = ANY (${items.map(({ itemId }) => itemId)}::text[])
        UNION ALL
        SELECT l.shop_id, i."itemId", l.title, coalesce(l.product_id, l.id)
        FROM listing l JOIN asked i ON i."shopId" = l.shop_id AND i.title = l.title
        WHERE ${own} AND l.item_id IS NULL AND l.title = ANY (${items.flatMap(({ title }) => title || [])}::text[])
      ) found GROUP BY 1, 2
    ), shared AS MATERIALIZED (
      SELECT l.shop_id, l.product_id FROM listing l
      WHERE l.organization_id = ${organizationId}::uuid AND l.product_id = ANY (ARRAY(SELECT DISTINCT unnest(keys) FROM item))
      GROUP BY 1, 2 HAVING count(DISTINCT l.item_id) > 1 OR count(DISTINCT l.title) > 1
    )
    SELECT i.shop_id AS "shopId", i.item_id AS "itemId", i.title, i.keys,
      EXISTS (SELECT 1 FROM shared s WHERE s.shop_id = i.shop_id AND s.product_id = ANY (i.keys)) AS "isShared"
    FROM item i`
}

type Period = { scope: Scope; range: DayRange; today: Day }

/** The sales of some items of each shop, by shop and item; one statement for all shops. */
async function listSold(
  db: Reader,
  { scope, range, today }: Period,
  keysOfShops: readonly (readonly [shopId: string, keys: string[]])[],
): Promise<Map<string, SoldSum>> {
  if (keysOfShops.length === 0) return new Map()
  const parts = keysOfShops.map(([shopId, keys]) => {
    const items = Prisma.sql`item_key = ANY (${keys}::uuid[])`
    const sold = soldItems(scope, { range, salesChannels: { shop: shopId, channel: null }, today, items })
    return Prisma.sql`
      SELECT ${shopId} AS "shopId", item_key AS key, sum(revenue_cents)::bigint AS "revenueCents",
        (sum(deductions_cents) + sum(packaging_cents))::bigint AS "takenCents", sum(revenue_with_cost_cents)::bigint AS "coveredCents",
        round(sum(cost) * 100)::bigint AS "costCents"
      FROM (${sold}) counted GROUP BY item_key`
  })
  const rows = await db.$queryRaw<(Sold & { shopId: string; key: string })[]>(Prisma.join(parts, ' UNION ALL '))
  return new Map(
    rows.map(({ shopId, key, ...sold }) => [`${shopId} ${key}`, { ...sold, taxCents: 0n, untaxedCents: 0n }]),
  )
}

/**
 * The spending on ads of each product (or listing without one) that an ad names alone; spending on several products
 * together stays with the shop. Null where no report covers these days.
 */
export async function listProductSpend(
  db: Reader,
  organizationId: string,
  range: DayRange,
  scope: AdsScope,
): Promise<Map<string, Cents> | null> {
  const items = await listAdsItems(db, organizationId, { range, scope, slice: { first: 1, last: mostItems } })
  if (items.length === 0) return null
  const spent = new Map(items.map((item) => [itemKey(item), item.spendCents]))
  const named = items.flatMap(({ shopId, itemId, title }) => (itemId ? [{ shopId, itemId, title }] : []))
  const products = new Map<string, Cents>()
  for (const { keys, ...item } of await listItemProducts(db, organizationId, named)) {
    const [key, another] = keys
    if (key && !another) products.set(key, (products.get(key) ?? 0n) + (spent.get(itemKey(item)) ?? 0n))
  }
  return products
}

/** More items than any shop advertises at a time. */
const mostItems = 20_000
