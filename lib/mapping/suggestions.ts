import 'server-only'
import type { Db } from '../db'
import type { ListingRow } from './queries'
import { listingWords, suggestProduct, type Candidate, type Suggestion } from './suggest'

const CANDIDATES = 5

/** For each listing without a product the product that it most likely is, if there is one. */
export async function listSuggestions(
  db: Db,
  organizationId: string,
  listings: readonly Pick<ListingRow, 'id' | 'sku' | 'title' | 'variation' | 'priceCents' | 'productId'>[],
): Promise<Map<string, Suggestion>> {
  const open = listings.filter(({ productId }) => productId === null)
  if (open.length === 0) return new Map()
  const words = open.flatMap((listing) => listingWords(listing).map((word) => ({ listing: listing.id, word })))
  const skus = open.flatMap(({ id, sku }) => (sku ? [{ listing: id, sku }] : []))
  const rows = await db.$queryRaw<(Candidate & { listing: string })[]>`
    WITH token AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(words)}::jsonb) AS t(listing uuid, word text)
    ), hit AS (
      SELECT t.listing, p.id, count(DISTINCT t.word) AS words FROM product p
      CROSS JOIN LATERAL unnest(string_to_array(translate(p.words, '-/,.()_+', '        '), ' ')) w(word)
      JOIN token t ON t.word = w.word
      WHERE p.organization_id = ${organizationId}::uuid AND p.archived_at IS NULL GROUP BY 1, 2
    ), ranked AS (
      SELECT listing, id, row_number() OVER (PARTITION BY listing ORDER BY words DESC, id) AS place FROM hit
    )
    SELECT r.listing, p.id, p.sku::text AS sku, p.title, p.price_cents AS "priceCents",
      EXISTS (SELECT 1 FROM kit_component k WHERE k.organization_id = ${organizationId}::uuid AND k.kit_id = p.id) AS "isKit",
      EXISTS (
        SELECT 1 FROM listing own JOIN listing sister ON sister.organization_id = own.organization_id AND sister.shop_id = own.shop_id
          AND sister.item_id = own.item_id AND sister.id <> own.id AND lower(sister.sku) = lower(p.sku::text)
        WHERE own.organization_id = ${organizationId}::uuid AND own.id = r.listing
      ) AS "isSisters"
    FROM (
      SELECT listing, id FROM ranked WHERE place <= ${CANDIDATES}
      UNION
      SELECT s.listing, p.id FROM jsonb_to_recordset(${JSON.stringify(skus)}::jsonb) AS s(listing uuid, sku text)
      JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.archived_at IS NULL AND p.sku = s.sku::citext
    ) r JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = r.id`
  const found = new Map<string, Suggestion>()
  for (const listing of open) {
    const suggestion = suggestProduct(
      listing,
      rows.filter((row) => row.listing === listing.id).map(({ listing: _, ...candidate }) => candidate),
    )
    if (suggestion) found.set(listing.id, suggestion)
  }
  return found
}
