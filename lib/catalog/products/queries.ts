import 'server-only'
import type { Page } from '@/lib/core/keyset'
import type { Day } from '@/lib/core/dates'
import type { Db, Reader } from '@/lib/core/db'
import { beyondPlace, orderOf, pageOf, requestPage } from '@/lib/core/database/keyset-page'
import { Prisma } from '@/lib/generated/prisma/client'
import { matchesWords } from '@/lib/core/text/match-words'
import type { Cost } from '../costs/cost'
import { unitCostOn } from '../costs/cost-queries'
import type { ProductFilters, ProductSort } from './filters'

export type ProductRow = {
  id: string
  sku: string
  title: string
  version: number
  priceCents: bigint | null
  photoFileId: string | null
  /** The product's own; without it the company's holds. */
  minimumStock: number | null
  /** At this many available and below, stock is low. */
  lowStockAt: number
  /** For a kit: as many as its scarcest component makes. */
  available: bigint
  /** In the own stock; a kit has none of its own. */
  onHand: bigint
  reserved: bigint
  isKit: boolean
  familyId: string | null
  /** The number in the catalogue, with itself. */
  variations: number
  /** Left out for roles that may not read cost; null where it is unknown. */
  cost?: Cost | null
}
/** An article has a hundred variations at most on the platform. */
const shownVariations = 100
type PlacedRow = ProductRow & { place: string }

type ListOptions = { today: Day; seesMoney: boolean; size: number }

/** Units that can be sold: a kit's are as many as its components make. Needs levelJoin. */
export const available = Prisma.sql`coalesce(kit.units, level.on_hand - level.reserved, 0)`
const sortKeys: Record<ProductSort, { key: Prisma.Sql; cast: Prisma.Sql }> = {
  title: { key: Prisma.sql`p.title COLLATE "und-x-icu"`, cast: Prisma.sql`text COLLATE "und-x-icu"` },
  sku: { key: Prisma.sql`p.sku`, cast: Prisma.sql`citext` },
  stock: { key: available, cast: Prisma.sql`bigint` },
  onHand: { key: Prisma.sql`coalesce(level.on_hand, 0)`, cast: Prisma.sql`bigint` },
  reserved: { key: Prisma.sql`coalesce(level.reserved, 0)`, cast: Prisma.sql`bigint` },
  price: { key: Prisma.sql`coalesce(p.price_cents, -1)`, cast: Prisma.sql`bigint` },
  updated: { key: Prisma.sql`p.updated_at`, cast: Prisma.sql`timestamptz` },
}
const placePatterns: Record<ProductSort, RegExp> = {
  title: /^/,
  sku: /^/,
  stock: /^-?\d{1,18}$/,
  onHand: /^-?\d{1,18}$/,
  reserved: /^-?\d{1,18}$/,
  price: /^-?\d{1,18}$/,
  updated: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d+)?\+00$/,
}

/** `level` is the own stock of product `p`, `kit` how many units its scarcest component makes. */
export const levelJoin = (organizationId: string) => Prisma.sql`LEFT JOIN (
  SELECT s.product_id, s.on_hand, s.reserved FROM stock_level s
  JOIN stock_location l ON l.organization_id = s.organization_id AND l.id = s.location_id AND l.kind = 'own'
  WHERE s.organization_id = ${organizationId}::uuid) level ON level.product_id = p.id
LEFT JOIN (
  SELECT k.kit_id, min(floor(coalesce(s.on_hand - s.reserved, 0)::numeric / k.quantity))::bigint AS units FROM kit_component k
  LEFT JOIN stock_location l ON l.organization_id = k.organization_id AND l.kind = 'own'
  LEFT JOIN stock_level s ON s.organization_id = k.organization_id AND s.product_id = k.component_id AND s.location_id = l.id
  WHERE k.organization_id = ${organizationId}::uuid GROUP BY 1) kit ON kit.kit_id = p.id`

/** In transit, damaged, or in the marketplace's warehouse as the platform says. */
const stockedElsewhere = (organizationId: string) => Prisma.sql`
  SELECT s.product_id FROM stock_location l
  JOIN stock_level s ON s.organization_id = ${organizationId}::uuid AND s.location_id = l.id AND s.on_hand <> 0
  WHERE l.organization_id = ${organizationId}::uuid AND l.kind IN ('transit', 'damaged')
  UNION ALL SELECT f.product_id FROM listing f
  WHERE f.organization_id = ${organizationId}::uuid AND f.fulfilled_by_platform AND f.platform_stock > 0 AND f.gone_at IS NULL`

/** A product without a minimum of its own follows the company's. */
export const lowStockAt = (organizationId: string) => Prisma.sql`coalesce(p.minimum_stock, (
  SELECT low_stock_units FROM organization WHERE organization_id = ${organizationId}::uuid))`

/** How many products in the catalogue are variations of the article of `p`; 1 where it stands alone. */
const variationsOf = (organizationId: string) => Prisma.sql`CASE WHEN p.family_id IS NULL THEN 1 ELSE (
  SELECT count(*)::int FROM product f
  WHERE f.organization_id = ${organizationId}::uuid AND f.family_id = p.family_id AND f.archived_at IS NULL) END`

/** Every word has to stand in the SKU, in the title or in a barcode; accents and case do not matter. Needs levelJoin. */
export function matchingProducts(organizationId: string, filters: ProductFilters, today: Day): Prisma.Sql {
  const conditions = matchesWords(Prisma.sql`p.words`, filters.q)
  if (filters.stock === 'in') conditions.push(Prisma.sql`${available} > 0`)
  if (filters.stock === 'low') conditions.push(Prisma.sql`${available} BETWEEN 0 AND ${lowStockAt(organizationId)}`)
  if (filters.stock === 'out') conditions.push(Prisma.sql`${available} <= 0`)
  // A kit has no units of its own: what is short is its component.
  if (filters.stock === 'oversold') conditions.push(Prisma.sql`level.on_hand < level.reserved`)
  if (filters.withoutCost)
    conditions.push(
      Prisma.sql`coalesce(${unitCostOn(organizationId, today)}, kit_unit_cost(p.id, ${today}::date)) IS NULL`,
    )
  if (filters.family) conditions.push(Prisma.sql`p.family_id = ${filters.family}::uuid`)
  if (filters.elsewhere) conditions.push(Prisma.sql`p.id IN (${stockedElsewhere(organizationId)})`)
  const archived = filters.archived ? Prisma.sql`p.archived_at IS NOT NULL` : Prisma.sql`p.archived_at IS NULL`
  return Prisma.join([Prisma.sql`p.organization_id = ${organizationId}::uuid`, archived, ...conditions], ' AND ')
}

export async function listProducts(
  db: Reader,
  organizationId: string,
  filters: ProductFilters,
  { today, seesMoney, size }: ListOptions,
): Promise<Page<ProductRow>> {
  const { key, cast } = sortKeys[filters.sort]
  const wanted = requestPage(filters, size, {
    ascending: filters.direction === 'asc',
    isPlace: (value) => placePatterns[filters.sort].test(value),
  })
  const order = orderOf(wanted)
  const beyond = beyondPlace(wanted, key, Prisma.sql`p.id`, cast)
  const cost = seesMoney
    ? Prisma.sql`, coalesce(${unitCostOn(organizationId, today)}, kit_unit_cost(p.id, ${today}::date))::text AS cost`
    : Prisma.empty
  const rows = await db.$queryRaw<PlacedRow[]>`
    SELECT p.id, p.sku::text AS sku, p.title, p.version, p.price_cents AS "priceCents", p.photo_file_id AS "photoFileId",
      p.minimum_stock AS "minimumStock", ${lowStockAt(organizationId)} AS "lowStockAt", ${available} AS available,
      coalesce(level.on_hand, 0) AS "onHand", coalesce(level.reserved, 0) AS reserved, kit.kit_id IS NOT NULL AS "isKit", p.family_id AS "familyId",
      ${variationsOf(organizationId)} AS variations, (${key})::text AS place ${cost}
    FROM product p ${levelJoin(organizationId)}
    WHERE ${matchingProducts(organizationId, filters, today)} ${beyond}
    ORDER BY ${key} ${order}, p.id ${order} LIMIT ${size + 1}`
  const page = pageOf(wanted, rows, (row) => ({
    value: row.place,
    id: row.id,
  }))
  return { ...page, rows: page.rows.map(({ place: _, ...row }) => row) }
}

export type ProductCounts = { matching: bigint; active: bigint; archived: bigint }

export async function countProducts(
  db: Reader,
  organizationId: string,
  filters: ProductFilters,
  today: Day,
): Promise<ProductCounts> {
  const [counts] = await db.$queryRaw<[ProductCounts]>`
    SELECT (SELECT count(*) FROM product p ${levelJoin(organizationId)} WHERE ${matchingProducts(organizationId, filters, today)}) AS matching,
      count(*) FILTER (WHERE archived_at IS NULL) AS active, count(*) FILTER (WHERE archived_at IS NOT NULL) AS archived
    FROM product WHERE organization_id = ${organizationId}::uuid`
  return counts
}

export type ProductDetail = NonNullable<Awaited<ReturnType<typeof getProduct>>>

export async function getProduct(db: Db, organizationId: string, id: string) {
  const product = await db.product.findUnique({
    where: { organizationId_id: { organizationId, id } },
    select: {
      id: true,
      sku: true,
      title: true,
      barcodes: true,
      photoFileId: true,
      descriptionHtml: true,
      priceCents: true,
      minimumStock: true,
      shelfAddress: true,
      weightGrams: true,
      lengthMm: true,
      widthMm: true,
      heightMm: true,
      archivedAt: true,
      familyId: true,
      updatedAt: true,
      version: true,
      levels: { where: { organizationId, location: { kind: 'own' } }, select: { onHand: true, reserved: true } },
    },
  })
  if (!product) return null
  const { levels, ...fields } = product
  return { ...fields, onHand: levels[0]?.onHand ?? 0n, reserved: levels[0]?.reserved ?? 0n }
}

export type Variation = {
  id: string
  sku: string
  title: string
  available: bigint
  /** Left out for roles that may not read cost; null where it is unknown. */
  cost?: Cost | null
}

/** The products in the catalogue that are variations of the same article, this one among them. */
export const listVariations = (
  db: Db,
  organizationId: string,
  familyId: string,
  { today, seesMoney }: Omit<ListOptions, 'size'>,
): Promise<Variation[]> => db.$queryRaw<Variation[]>`
  SELECT p.id, p.sku::text AS sku, p.title, ${available} AS available
    ${seesMoney ? Prisma.sql`, ${unitCostOn(organizationId, today)}::text AS cost` : Prisma.empty}
  FROM product p ${levelJoin(organizationId)}
  WHERE p.organization_id = ${organizationId}::uuid AND p.family_id = ${familyId}::uuid AND p.archived_at IS NULL
  ORDER BY p.title COLLATE "und-x-icu", p.id LIMIT ${shownVariations}`

export type CostRow = { fromDay: Day; cost: Cost }

/** Newest first. Only for roles that may read cost. */
export async function listCosts(db: Db, organizationId: string, productId: string): Promise<CostRow[]> {
  const rows = await db.productCost.findMany({
    where: { organizationId, productId },
    select: { fromDay: true, cost: true },
    orderBy: { fromDay: 'desc' },
  })
  return rows.map(({ fromDay, cost }) => ({ fromDay: fromDay.toISOString().slice(0, 10), cost: cost.toFixed(6) }))
}

/** The sum of a kit's component costs on a day; `missing` names those without a cost, and then there is no sum. */
export type KitCost = { cost: Cost | null; missing: string[] }

/** Only for roles that may read cost. */
export async function getKitCost(db: Db, organizationId: string, kitId: string, today: Day): Promise<KitCost> {
  const [row] = await db.$queryRaw<[KitCost]>`
    SELECT kit_unit_cost(${kitId}::uuid, ${today}::date)::text AS cost,
      coalesce(array_agg(p.title ORDER BY p.title) FILTER (WHERE ${unitCostOn(organizationId, today)} IS NULL), '{}') AS missing
    FROM kit_component k JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = k.component_id
    WHERE k.organization_id = ${organizationId}::uuid AND k.kit_id = ${kitId}::uuid`
  return row
}
