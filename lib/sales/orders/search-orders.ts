import 'server-only'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { likePattern, type Place } from '@/lib/core/keyset'
import { isBeyondRollups, type OrderFilters } from './filters'
import { salesChannelsOf, type OrderMatches } from './matching'

const shortestPart = 3
const maxWords = 6

type Reach = {
  /** The newest so many; null: every one. */
  limit: number | null
  place: Place | null
  backwards: boolean
  /** Names are read of orders alone that were placed and written since then, and not of the whole catalogue. */
  titlesSince?: { placed: Date; written: Date }
}

/** Words whose longest is selective; a shorter one can only be the beginning of a code. */
const wordsOf = (text: string): string[] => {
  const words = text.split(/\s+/).filter(Boolean).slice(0, maxWords)
  return words.some((word) => word.length >= shortestPart) ? words.sort((a, b) => b.length - a.length) : []
}

/** Whether what the search itself knows, words and outlets, decides which orders a page by time holds. */
export const isSearchAlone = (filters: OrderFilters): boolean => {
  const { q: _, ...rest } = filters
  const others = [filters.from, filters.to, filters.channel].some((value) => value !== null)
  const byTime = filters.sort === 'newest' || filters.sort === 'oldest'
  return byTime && !others && !filters.valid && !isBeyondRollups({ ...rest, q: '' })
}

/**
 * The orders whose codes, SKUs or tracking numbers (and, where the reader may see them, buyers) hold every word, and
 * those with an item of a product or listing whose name does. The caller joins orders, whose policies decide. All of
 * them stay in the database: a common word is in a hundred thousand. The whole SKU of a product asks for its orders
 * alone, and not for those of longer SKUs that begin with it.
 */
export async function searchOrders(
  db: Db,
  organizationId: string,
  filters: OrderFilters,
  { limit, place, backwards, titlesSince }: Reach,
): Promise<OrderMatches | null> {
  const { q, from, to, sort, inBuyers } = filters
  if (!q) return null
  const words = wordsOf(q)
  if (words.length === 0) return 'byCode'
  const code = q.toUpperCase()
  const patterns = Prisma.join(words.map((word) => Prisma.sql`search_text(${likePattern(word)})`))
  // Towards newer orders either way: back from a place among the newest first, or on from one among the oldest first.
  const towardsNewer = (sort === 'oldest') !== backwards
  const range = Prisma.sql`${from}::date - 1, ${to}::date + 2, ${place?.value ?? null}::timestamptz, ${place?.id ?? null}::uuid,
    ${towardsNewer}, ${limit}::int, ${salesChannelsOf(filters)}`
  const product = Prisma.sql`SELECT p.id FROM product p WHERE p.organization_id = ${organizationId}::uuid AND p.sku_key = lower(${q})`
  const titles = titlesSince
    ? titlesOfNew(organizationId, patterns, titlesSince)
    : Prisma.sql`search_orders_by_title(ARRAY[${patterns}], ${range})`
  const search = Prisma.sql`SELECT search_orders(ARRAY[${patterns}], ${inBuyers}, ${range}, (${product}))
    UNION SELECT t.id FROM (SELECT WHERE NOT EXISTS (${product})) words CROSS JOIN LATERAL ${titles} t(id)`
  const [row] = await db.$queryRaw<[{ isCode: boolean; ids: string[] | null }]>`
    SELECT whole.code AS "isCode", CASE WHEN NOT whole.code THEN ${limit === null ? Prisma.sql`NULL::uuid[]` : Prisma.sql`ARRAY(${search})`} END AS ids
    FROM (SELECT EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = ${organizationId}::uuid AND o.code COLLATE "C" = ${code})
      OR EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = ${organizationId}::uuid AND o.external_code COLLATE "C" = ${code}) AS code) whole`
  if (row.isCode) return 'byCode'
  return row.ids === null ? { all: search } : { ids: row.ids }
}

const titlesOfNew = (
  organizationId: string,
  patterns: Prisma.Sql,
  { placed, written }: NonNullable<Reach['titlesSince']>,
) =>
  Prisma.sql`(SELECT i.order_id FROM orders o JOIN order_item i ON i.organization_id = o.organization_id AND i.order_id = o.id
    LEFT JOIN product p ON p.organization_id = i.organization_id AND p.id = i.product_id
    LEFT JOIN listing l ON l.organization_id = i.organization_id AND l.id = i.listing_id
    WHERE o.organization_id = ${organizationId}::uuid AND o.placed_at > ${placed}::timestamptz AND o.created_at > ${written}::timestamptz
      AND (search_text(p.title) LIKE ALL (ARRAY[${patterns}]) OR search_text(concat_ws(' ', l.title, l.variation)) LIKE ALL (ARRAY[${patterns}])))`
