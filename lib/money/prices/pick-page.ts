import 'server-only'
import { addDays, type Day } from '@/lib/core/dates'
import { beyondPlace, orderOf, pageOf, requestPage } from '@/lib/core/database/keyset-page'
import type { Reader } from '@/lib/core/db'
import type { Page } from '@/lib/core/keyset'
import { matchesWords } from '@/lib/core/text/match-words'
import { Prisma } from '@/lib/generated/prisma/client'
import { isSaleOf, unitsSold } from '@/lib/money/fees/shop-pricing'
import { isDeskPlace, type DeskFilters, type DeskSort } from './desk-filters'
import { deskWords, forSale, type Picked, type Searched } from './desk-rows'

/** `found`: the listings of the filter, as (id, shop_id, price_cents, product_id). */
const foundBy = (organizationId: string, { q, shop }: Searched) => Prisma.sql`
  found AS MATERIALIZED (
    SELECT l.id, l.shop_id, l.price_cents, l.product_id FROM (
      SELECT l.id, l.shop_id, l.price_cents, l.product_id, l.title, l.variation, l.sku::text AS sku, p.sku::text AS product_sku
      FROM listing l LEFT JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = l.product_id
      WHERE l.organization_id = ${organizationId}::uuid AND ${forSale} ${shop ? Prisma.sql`AND l.shop_id = ${shop}::uuid` : Prisma.empty} OFFSET 0
    ) l WHERE ${Prisma.join([Prisma.sql`true`, ...matchesWords(deskWords, q)], ' AND ')}
  )`

/** How many listings of the filter each shop has. */
type Found = { shopId: string; listings: number }[]
export type PickedPage = { page: Page<Picked>; found: Found }

/** The sorts that need no calculation, in SQL. */
const plainSorts: Partial<Record<DeskSort, Prisma.Sql>> = {
  sold: Prisma.sql`greatest(coalesce(u.units, 0), 0)`,
  price: Prisma.sql`l.price_cents`,
}
export const isPlainSort = (sort: DeskSort): boolean => sort in plainSorts

/** A page of these shops, or of all, in an order that needs no calculation: as the whole desk has it. */
export async function pickPage(
  db: Reader,
  organizationId: string,
  filters: DeskFilters,
  { today, shops, size }: { today: Day; shops: readonly string[] | null; size: number },
): Promise<PickedPage> {
  const sorted = plainSorts[filters.sort]!
  const ascending = filters.direction === 'asc'
  const wanted = requestPage(filters, size, { ascending, isPlace: isDeskPlace })
  const order = orderOf(wanted)
  const ofShops = shops ? Prisma.sql`WHERE l.shop_id = ANY (${[...shops]}::uuid[])` : Prisma.empty
  const [row] = await db.$queryRaw<[{ found: Found; rows: (Picked & { place: string })[] }]>`
    WITH ${foundBy(organizationId, filters)}, sold AS MATERIALIZED (${unitsSold(organizationId, addDays(today, -29), today)}
    ), v AS (
      SELECT l.id, l.product_id, ${sorted}::bigint AS value FROM found l LEFT JOIN sold u ON ${isSaleOf} ${ofShops}
    ), page AS (
      SELECT v.* FROM v
      WHERE true ${beyondPlace(wanted, Prisma.sql`v.value`, Prisma.sql`v.id`, Prisma.sql`numeric`)}
      ORDER BY v.value ${order}, v.id ${order} LIMIT ${size + 1}
    )
    SELECT (SELECT coalesce(json_agg(f), '[]') FROM (SELECT shop_id AS "shopId", count(*)::int AS listings FROM found GROUP BY 1) f) AS found,
      (SELECT coalesce(json_agg(json_build_object('id', p.id, 'productId', p.product_id, 'place', p.value::text) ORDER BY p.value ${order}, p.id ${order}), '[]')
        FROM page p) AS rows`
  return { page: pageOf(wanted, row.rows, ({ id, place }) => ({ value: place, id })), found: row.found }
}
