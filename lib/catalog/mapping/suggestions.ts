import 'server-only'
import type { Reader } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { gtinForms } from '../products/gtin'
import type { ListingRow } from './queries'
import { listingWords, suggestProduct, type Candidate, type Suggestion } from './suggest'

const CANDIDATES = 5
/** For each listing, as long as its rarest word alone is not in more. */
const PRODUCTS_LOOKED_AT = 250
const wordsOfProduct = Prisma.sql`unnest(string_to_array(translate(p.words, '-/,.()_+', '        '), ' '))`

/** For each listing without a product the product that it most likely is, if there is one. */
export async function listSuggestions(
  db: Reader,
  organizationId: string,
  listings: readonly Pick<ListingRow, 'id' | 'sku' | 'title' | 'variation' | 'priceCents' | 'productId' | 'gtin'>[],
): Promise<Map<string, Suggestion>> {
  const open = listings.filter(({ productId }) => productId === null)
  if (open.length === 0) return new Map()
  const words = open.flatMap((listing) => listingWords(listing).map((word) => ({ listing: listing.id, word })))
  const skus = open.flatMap(({ id, sku }) => (sku ? [{ listing: id, sku }] : []))
  const codes = open.flatMap(({ id, gtin }) => (gtin ? [{ listing: id, codes: gtinForms(gtin) }] : []))
  const rows = await db.$queryRaw<(Candidate & { listing: string })[]>`
    WITH token AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(words)}::jsonb) AS t(listing uuid, word text)
    ), found AS MATERIALIZED (
      SELECT word, id FROM (
        SELECT p.id, ${wordsOfProduct} AS word FROM product p
        WHERE p.organization_id = ${organizationId}::uuid AND p.archived_at IS NULL OFFSET 0
      ) w WHERE word IN (SELECT word FROM token)
    ), telling AS (
      -- Of each listing the rarest words, until they are in so many products: what thousands have is no reason to look at a product.
      SELECT t.listing, t.word, sum(f.products) OVER (PARTITION BY t.listing ORDER BY f.products, t.word) AS products, f.products AS own
      FROM token t JOIN (SELECT word, count(*) AS products FROM found GROUP BY word) f ON f.word = t.word
    ), candidate AS MATERIALIZED (
      SELECT DISTINCT t.listing, f.id FROM telling t JOIN found f ON f.word = t.word
      WHERE t.products <= ${PRODUCTS_LOOKED_AT} OR t.products = t.own
    ), hit AS (
      -- The words of the few that are looked at, not all products that have a word of any listing.
      SELECT c.listing, c.id, count(DISTINCT w.word) AS words FROM candidate c
      JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = c.id
      CROSS JOIN LATERAL ${wordsOfProduct} w(word)
      JOIN token t ON t.listing = c.listing AND t.word = w.word GROUP BY 1, 2
    ), coded AS MATERIALIZED (
      SELECT c.listing, p.id FROM jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) AS c(listing uuid, codes text[])
      JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.archived_at IS NULL AND p.barcodes && c.codes
    ), ranked AS (
      SELECT listing, id, row_number() OVER (PARTITION BY listing ORDER BY words DESC, id) AS place FROM hit
    )
    SELECT r.listing, p.id, p.sku::text AS sku, p.title, p.price_cents AS "priceCents",
      EXISTS (SELECT 1 FROM kit_component k WHERE k.organization_id = ${organizationId}::uuid AND k.kit_id = p.id) AS "isKit",
      EXISTS (
        SELECT 1 FROM listing own JOIN listing sister ON sister.organization_id = own.organization_id AND sister.shop_id = own.shop_id
          AND sister.item_id = own.item_id AND sister.id <> own.id AND lower(sister.sku) = lower(p.sku::text)
        WHERE own.organization_id = ${organizationId}::uuid AND own.id = r.listing
      ) AS "isSisters", EXISTS (SELECT 1 FROM coded WHERE coded.listing = r.listing AND coded.id = p.id) AS "hasCode"
    FROM (
      SELECT listing, id FROM ranked WHERE place <= ${CANDIDATES}
      UNION
      SELECT s.listing, p.id FROM jsonb_to_recordset(${JSON.stringify(skus)}::jsonb) AS s(listing uuid, sku text)
      JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.archived_at IS NULL AND p.sku = s.sku::citext
      UNION
      SELECT listing, id FROM coded
    ) r JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = r.id`
  const results = new Map<string, Suggestion>()
  for (const listing of open) {
    const suggestion = suggestProduct(
      listing,
      rows.filter((row) => row.listing === listing.id).map(({ listing: _, ...candidate }) => candidate),
    )
    if (suggestion) results.set(listing.id, suggestion)
  }
  return results
}
