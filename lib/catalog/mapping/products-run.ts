import 'server-only'
import { groupBy } from '@/lib/core/group-by'
import type { Db, Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { gtinForms } from '../products/gtin'
import {
  judgeArticles,
  skuOfIds,
  type Article,
  type CatalogueProduct,
  type Decision,
  type Judgement,
} from './judge-products'
import type { BulkInput } from './map-by-sku'

/** More listings than these wait for the next run. */
const LISTINGS_AT_MOST = 20_000

export type ArticleLine = Article & {
  shopName: string
  /** Without promotions. */
  priceCents: bigint | null
  /** Null where it is unknown, or where the units lie in the platform's own warehouse. */
  stock: number | null
  imageUrl: string | null
  weightGrams: number | null
  lengthMm: number | null
  widthMm: number | null
  heightMm: number | null
}

/** A product that the run makes, by the listing that tells most of it. `stock`: units to open with; null where listings differ. */
export type Make = {
  product: string
  listing: string
  sku: string
  gtin: string | null
  priceCents: string | null
  stock: number | null
}
export type DraftInput = {
  shopId: string | null
  listingIds: string[] | null
  decisions: Record<string, Decision>
  fillBlank: boolean
  /** Absent in drafts from before. */
  joinSame?: boolean
  keepIds?: boolean
}
/** `restores`: archived products that are taken back to be mapped. */
export type ProductsInput = DraftInput & BulkInput & { makes: Make[]; restores: string[]; opening: boolean }

/** The draft of a run, locked for who changes it. */
export async function lockDraft(db: Db, organizationId: string, runId: string): Promise<DraftInput> {
  const [run] = await db.$queryRaw<{ input: DraftInput; state: string }[]>`
    SELECT input, state::text AS state FROM mapping_run
    WHERE organization_id = ${organizationId}::uuid AND id = ${runId}::uuid AND kind = 'products' FOR UPDATE`
  if (!run) throw new UserError('notFound')
  if (run.state !== 'ready') throw new UserError('staleVersion')
  return run.input
}

export type JudgedDraft = { articles: ArticleLine[]; judged: Map<string, Judgement> }

/** As the listings and the catalogue are now. Variations of an item follow each other. */
export async function judgeDraft(db: Db, { organizationId }: Scope, draft: DraftInput): Promise<JudgedDraft> {
  const articles = await listArticles(db, organizationId, draft)
  const known = await listKnown(db, organizationId, articles, draft)
  return { articles, judged: judgeArticles(articles, known, draft) }
}

const listArticles = (db: Db, organizationId: string, { shopId, listingIds }: DraftInput) =>
  db.$queryRaw<ArticleLine[]>`
    SELECT l.id, l.shop_id AS "shopId", s.name::text AS "shopName", l.item_id AS "itemId", l.model_id AS "modelId", l.sku::text AS sku, l.title, l.variation,
      l.gtin, coalesce(l.original_cents, l.price_cents) AS "priceCents", CASE WHEN NOT l.fulfilled_by_platform THEN l.platform_stock END AS stock,
      l.image_url AS "imageUrl", l.weight_grams AS "weightGrams", l.length_mm AS "lengthMm", l.width_mm AS "widthMm", l.height_mm AS "heightMm"
    FROM listing l JOIN shop s ON s.organization_id = l.organization_id AND s.id = l.shop_id
    WHERE l.organization_id = ${organizationId}::uuid AND l.product_id IS NULL AND l.gone_at IS NULL
      AND (${shopId}::uuid IS NULL OR l.shop_id = ${shopId}::uuid) AND (${listingIds}::uuid[] IS NULL OR l.id = ANY (${listingIds}::uuid[]))
    ORDER BY l.title, l.shop_id, l.item_id, l.variation, l.id LIMIT ${LISTINGS_AT_MOST}`

async function listKnown(
  db: Db,
  organizationId: string,
  articles: readonly ArticleLine[],
  { decisions }: DraftInput,
): Promise<CatalogueProduct[]> {
  const skus = articles.flatMap((article) =>
    [article.sku, decisions[article.id]?.sku, skuOfIds(article)].flatMap((sku) => sku?.trim().toLowerCase() ?? []),
  )
  const codes = articles.flatMap(({ gtin }) => (gtin ? gtinForms(gtin) : []))
  return db.$queryRaw<CatalogueProduct[]>`
    SELECT p.id, p.sku::text AS sku, p.title, p.barcodes, p.archived_at IS NOT NULL AS archived FROM product p
    WHERE p.organization_id = ${organizationId}::uuid AND p.id IN (
      SELECT n.id FROM product n WHERE n.organization_id = ${organizationId}::uuid AND n.sku_key = ANY (${[...new Set(skus)]})
      UNION SELECT c.id FROM product c WHERE c.organization_id = ${organizationId}::uuid AND c.barcodes && ${[...new Set(codes)]}::text[])`
}

export type Plan = Pick<ProductsInput, 'makes' | 'restores' | 'rows'>

/** The effect of a confirmation. `newId` names the future products. */
export function planProducts({ articles, judged }: JudgedDraft, newId: () => string): Plan {
  const leaders = new Map<string, string>()
  const rows: { listing: string; product: string; leader: string | null }[] = []
  const restores = new Set<string>()
  for (const [id, verdict] of judged) if (verdict.outcome === 'make') leaders.set(id, newId())
  for (const [listing, verdict] of judged) {
    if (verdict.outcome === 'make') rows.push({ listing, product: leaders.get(listing)!, leader: listing })
    if (verdict.outcome === 'join')
      rows.push({ listing, product: leaders.get(verdict.leader)!, leader: verdict.leader })
    if (verdict.outcome !== 'match') continue
    rows.push({ listing, product: verdict.product.id, leader: null })
    if (verdict.product.archived) restores.add(verdict.product.id)
  }
  const byId = new Map(articles.map((article) => [article.id, article]))
  const sold = groupBy(rows, ({ leader }) => leader ?? '')
  const makes = [...leaders].map(([listing, product]): Make => {
    const verdict = judged.get(listing)!
    const of = sold.get(listing)!.flatMap((row) => byId.get(row.listing) ?? [])
    const { sku, gtin } = verdict as Extract<Judgement, { outcome: 'make' }>
    const price = agreed(of.map(({ priceCents }) => priceCents))
    return {
      product,
      listing,
      sku,
      gtin,
      priceCents: price?.toString() ?? null,
      stock: agreed(of.map((one) => one.stock)),
    }
  })
  const mappings = rows.map(({ listing, product }) => ({
    listing,
    product,
    quantity: 1,
    seenProduct: null,
    seenQuantity: 1,
  }))
  return { makes, restores: [...restores], rows: mappings }
}

/** The common value of all that have one; null where they differ, since one of them would be a guess. */
function agreed<T>(values: (T | null)[]): T | null {
  const said = [...new Set(values.filter((each) => each !== null))]
  return said.length === 1 ? said[0]! : null
}
