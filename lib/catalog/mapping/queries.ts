import 'server-only'
import type { Day } from '@/lib/core/dates'
import type { Db, Reader } from '@/lib/core/db'
import { orderOf, pageOf, requestPage } from '@/lib/core/database/keyset-page'
import { Prisma } from '@/lib/generated/prisma/client'
import { likePattern, type Page } from '@/lib/core/keyset'
import type { ListingState, MappingFilters } from './filters'

export type ListingRow = {
  id: string
  shopName: string
  itemId: string | null
  modelId: string | null
  sku: string | null
  title: string
  variation: string | null
  priceCents: bigint | null
  /** Before promotions; what the buyer pays is `priceCents`. */
  originalCents: bigint | null
  hasPromotion: boolean
  /** Listed there by an id of the platform's, so that a price can be set. */
  onPlatform: boolean
  /** Its shop's prices are ours to set. */
  isPriceOurs: boolean
  /** A price that was asked for and is not there yet: on its way, or with why the platform refused it. */
  wishCents: bigint | null
  wishError: string | null
  wishText: string | null
  platformStock: number | null
  /** Fourteen digits, where a file had them. */
  gtin: string | null
  imageUrl: string | null
  status: string | null
  gone: boolean
  fulfilledByPlatform: boolean
  productId: string | null
  productQuantity: number
  productSku: string | null
  productTitle: string | null
  /** Sold in the last 90 days without a product behind it. */
  stakeCents: bigint
}

const states: Record<ListingState, Prisma.Sql> = {
  listed: Prisma.sql`l.gone_at IS NULL AND (l.status IS NULL OR l.status IN ('NORMAL', 'MODEL_NORMAL'))`,
  unlisted: Prisma.sql`l.gone_at IS NULL AND l.status IN ('UNLIST', 'REVIEWING', 'MODEL_UNAVAILABLE')`,
  blocked: Prisma.sql`l.gone_at IS NULL AND l.status = 'BANNED'`,
  gone: Prisma.sql`l.gone_at IS NOT NULL`,
}

/** A listing that is gone from the platform appears only on request, and where it was mapped. */
function matching(organizationId: string, { tab, q, shopId, state }: MappingFilters): Prisma.Sql {
  const conditions = [Prisma.sql`l.organization_id = ${organizationId}::uuid`]
  if (tab === 'unmapped') conditions.push(Prisma.sql`l.product_id IS NULL`)
  if (tab === 'mapped') conditions.push(Prisma.sql`l.product_id IS NOT NULL`)
  if (state) conditions.push(states[state])
  else conditions.push(Prisma.sql`l.gone_at IS NULL`)
  if (shopId) conditions.push(Prisma.sql`l.shop_id = ${shopId}::uuid`)
  for (const word of q.split(/\s+/).filter(Boolean).slice(0, 10))
    conditions.push(
      Prisma.sql`search_text(concat_ws(' ', l.title, l.variation, l.sku::text, l.item_id, l.model_id)) LIKE search_text(${likePattern(word)})`,
    )
  return Prisma.join(conditions, ' AND ')
}

/** Revenue of valid orders by listing, of what has no product: the roll-ups know it. */
const stakeOf = (organizationId: string, from: Day) => Prisma.sql`(
  SELECT d.item_key, sum(d.revenue_cents)::bigint AS cents FROM (
    SELECT item_key, revenue_cents FROM product_day WHERE organization_id = ${organizationId}::uuid AND NOT mapped AND day >= ${from}::date
    UNION ALL
    SELECT item_key, revenue_cents FROM product_day_delta WHERE organization_id = ${organizationId}::uuid AND NOT mapped AND day >= ${from}::date) d
  GROUP BY 1)`

const columns = Prisma.sql`l.id, s.name::text AS "shopName", l.item_id AS "itemId", l.model_id AS "modelId", l.sku::text AS sku, l.title, l.variation,
  l.price_cents AS "priceCents", l.original_cents AS "originalCents", l.has_promotion AS "hasPromotion",
  l.item_id IS NOT NULL AND l.gone_at IS NULL AND (l.synced_at IS NOT NULL OR l.file_at IS NULL) AS "onPlatform", s.price_master = 'mascate' AS "isPriceOurs",
  w.wanted AS "wishCents", w.error_code AS "wishError", w.platform_text AS "wishText", l.platform_stock AS "platformStock", l.gtin, l.image_url AS "imageUrl", l.status, l.gone_at IS NOT NULL AS gone,
  l.fulfilled_by_platform AS "fulfilledByPlatform", l.product_id AS "productId", l.product_quantity AS "productQuantity",
  p.sku::text AS "productSku", p.title AS "productTitle", coalesce(stake.cents, 0) AS "stakeCents"`

const sources = (organizationId: string, from: Day) => Prisma.sql`listing l
  JOIN shop s ON s.organization_id = l.organization_id AND s.id = l.shop_id
  LEFT JOIN product p ON p.organization_id = l.organization_id AND p.id = l.product_id
  LEFT JOIN listing_update w ON w.organization_id = l.organization_id AND w.listing_id = l.id AND w.kind = 'price' AND w.state <> 'sent'
  LEFT JOIN ${stakeOf(organizationId, from)} stake ON stake.item_key = l.id`

type ListOptions = { stakeFrom: Day; size: number }

/** Unmapped ones by what is at stake, the others by name. */
export async function listListings(
  db: Reader,
  organizationId: string,
  filters: MappingFilters,
  { stakeFrom, size }: ListOptions,
): Promise<Page<ListingRow>> {
  const byStake = filters.tab === 'unmapped'
  const key = byStake ? Prisma.sql`coalesce(stake.cents, 0)` : Prisma.sql`l.title`
  const wanted = requestPage(filters, size, { ascending: !byStake })
  const { place, ascending } = wanted
  // An address says where a page begins, not what is sold there: not everybody who maps may know that.
  const from = byStake
    ? Prisma.sql`coalesce((SELECT here.cents FROM ${stakeOf(organizationId, stakeFrom)} here WHERE here.item_key = ${place?.id}::uuid), 0)`
    : Prisma.sql`${place?.value}::text`
  const order = orderOf(wanted)
  const beyond = place
    ? Prisma.sql`AND (${key}, l.id) ${ascending ? Prisma.sql`>` : Prisma.sql`<`} (${from}, ${place.id}::uuid)`
    : Prisma.empty
  const rows = await db.$queryRaw<(ListingRow & { place: string })[]>`
    SELECT ${columns}, ${byStake ? Prisma.sql`'0'` : Prisma.sql`l.title`} AS place FROM ${sources(organizationId, stakeFrom)}
    WHERE ${matching(organizationId, filters)} ${beyond}
    ORDER BY ${key} ${order}, l.id ${order} LIMIT ${size + 1}`
  const page = pageOf(wanted, rows, (row) => ({
    value: row.place,
    id: row.id,
  }))
  return { ...page, rows: page.rows.map(({ place: _, ...row }) => row) }
}

/** `open`: listings without a product under the shop that is looked at, whatever else is filtered. */
export type MappingCounts = {
  matching: bigint
  mapped: bigint
  unmapped: bigint
  bySku: bigint
  open: bigint
  stakeCents: bigint
}

export async function countListings(
  db: Reader,
  organizationId: string,
  filters: MappingFilters,
  stakeFrom: Day,
): Promise<MappingCounts> {
  const [counts] = await db.$queryRaw<[MappingCounts]>`
    SELECT count(*) FILTER (WHERE ${matching(organizationId, filters)}) AS matching,
      count(*) FILTER (WHERE l.gone_at IS NULL AND l.product_id IS NOT NULL) AS mapped,
      count(*) FILTER (WHERE l.gone_at IS NULL AND l.product_id IS NULL) AS unmapped,
      count(*) FILTER (WHERE l.gone_at IS NULL AND l.product_id IS NULL
        AND (${filters.shopId}::uuid IS NULL OR l.shop_id = ${filters.shopId}::uuid)) AS open,
      (SELECT count(*) FROM ${skuMatches(organizationId, filters.shopId)}) AS "bySku",
      (SELECT coalesce(sum(stake.cents), 0)::bigint FROM ${stakeOf(organizationId, stakeFrom)} stake
        JOIN listing l ON l.organization_id = ${organizationId}::uuid AND l.id = stake.item_key AND l.product_id IS NULL AND l.gone_at IS NULL) AS "stakeCents"
    FROM listing l WHERE l.organization_id = ${organizationId}::uuid`
  return counts
}

/** Listings without a product whose SKU is a product's. */
export const skuMatches = (organizationId: string, shopId: string | null) => Prisma.sql`listing l
  JOIN product p ON p.organization_id = l.organization_id AND p.sku = l.sku AND p.archived_at IS NULL
  WHERE l.organization_id = ${organizationId}::uuid AND l.product_id IS NULL AND l.gone_at IS NULL AND l.sku IS NOT NULL
    AND (${shopId}::uuid IS NULL OR l.shop_id = ${shopId}::uuid)`

export type HistoryRow = {
  id: string
  sku: string
  title: string
  quantity: number
  how: 'sku' | 'suggestion' | 'hand' | 'sheet'
  mappedBy: string | null
  fromAt: Date
  toAt: Date | null
}

/** Newest first. */
export async function listMappings(db: Db, organizationId: string, listingId: string): Promise<HistoryRow[]> {
  const rows = await db.listingMapping.findMany({
    where: { organizationId, listingId },
    orderBy: [{ fromAt: 'desc' }, { id: 'desc' }],
    take: 100,
    select: {
      id: true,
      quantity: true,
      how: true,
      mappedBy: true,
      fromAt: true,
      toAt: true,
      product: { select: { sku: true, title: true } },
    },
  })
  return rows.map(({ product, ...row }) => ({ ...row, ...product }))
}

export const getListing = (db: Db, organizationId: string, id: string) =>
  db.listing.findUnique({
    where: { organizationId_id: { organizationId, id } },
    select: { id: true, shopId: true, productId: true, productQuantity: true },
  })

export type KitPart = { productId: string; sku: string; title: string; quantity: number }

export async function listKitParts(db: Db, organizationId: string, kitId: string): Promise<KitPart[]> {
  const rows = await db.kitComponent.findMany({
    where: { organizationId, kitId },
    orderBy: { component: { title: 'asc' } },
    select: { componentId: true, quantity: true, component: { select: { sku: true, title: true } } },
  })
  return rows.map(({ componentId, quantity, component }) => ({ productId: componentId, quantity, ...component }))
}
