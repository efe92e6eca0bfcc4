import 'server-only'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { likePattern } from '@/lib/core/keyset'
import { matchesWords } from '@/lib/core/text/match-words'
import type { SellableProduct } from './cart'
import { gtinForms } from '@/lib/catalog/products/gtin'

type ProductRow = Omit<SellableProduct, 'priceCents' | 'available'> & { priceCents: bigint | null; available: bigint }

const toSellable = ({ priceCents, available, ...product }: ProductRow): SellableProduct => ({
  ...product,
  priceCents: priceCents?.toString() ?? null,
  available: Number(available),
})

const columns = (organizationId: string) => Prisma.sql`
  p.id, p.sku::text AS sku, p.title, p.price_cents AS "priceCents",
  coalesce((
    SELECT min(floor(coalesce(v.on_hand - v.reserved, 0)::numeric / k.quantity)) FROM kit_component k
    LEFT JOIN stock_location l ON l.organization_id = k.organization_id AND l.kind = 'own'
    LEFT JOIN stock_level v ON v.organization_id = k.organization_id AND v.product_id = k.component_id AND v.location_id = l.id
    WHERE k.organization_id = ${organizationId}::uuid AND k.kit_id = p.id), (
    SELECT v.on_hand - v.reserved FROM stock_level v
    JOIN stock_location l ON l.organization_id = v.organization_id AND l.id = v.location_id AND l.kind = 'own'
    WHERE v.organization_id = ${organizationId}::uuid AND v.product_id = p.id), 0)::bigint AS available`

/** Every word in SKU, title or barcode; what is meant exactly stands first. */
export async function findSellableProducts(
  db: Db,
  organizationId: string,
  text: string,
  limit: number,
): Promise<SellableProduct[]> {
  const conditions = matchesWords(Prisma.sql`p.words`, text)
  if (conditions.length === 0) return []
  const starts = likePattern(text).slice(1)
  const rows = await db.$queryRaw<ProductRow[]>`
    SELECT ${columns(organizationId)} FROM product p
    WHERE p.organization_id = ${organizationId}::uuid AND p.archived_at IS NULL AND ${Prisma.join(conditions, ' AND ')}
    ORDER BY (p.sku_key = lower(${text}) OR p.barcodes && ${gtinForms(text)}::text[]) DESC, p.words LIKE search_text(${starts}) DESC,
      p.title COLLATE "und-x-icu", p.id LIMIT ${limit}`
  return rows.map(toSellable)
}

/** The one product with this SKU, whatever its case, or with this barcode; none where two share the barcode. */
export async function getSellableProduct(
  db: Db,
  organizationId: string,
  code: string,
): Promise<SellableProduct | null> {
  const find = (condition: Prisma.Sql) => db.$queryRaw<ProductRow[]>`
    SELECT ${columns(organizationId)} FROM product p
    WHERE p.organization_id = ${organizationId}::uuid AND p.archived_at IS NULL AND ${condition} LIMIT 2`
  // Only the SKU has an index: barcodes are looked through when no SKU is this code.
  const bySku = await find(Prisma.sql`p.sku_key = lower(${code})`)
  const [product, second] = bySku.length > 0 ? bySku : await find(Prisma.sql`p.barcodes && ${gtinForms(code)}::text[]`)
  return product && !second ? toSellable(product) : null
}

/** The present data of a stored cart. */
export async function listSellableProducts(db: Db, organizationId: string, ids: string[]): Promise<SellableProduct[]> {
  const rows = await db.$queryRaw<ProductRow[]>`
    SELECT ${columns(organizationId)} FROM product p
    WHERE p.organization_id = ${organizationId}::uuid AND p.archived_at IS NULL AND p.id = ANY (${ids}::uuid[])`
  return rows.map(toSellable)
}
