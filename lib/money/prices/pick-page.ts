import 'server-only'
import { addDays, type Day } from '@/lib/core/dates'
import { beyondPlace, orderOf, pageOf, requestPage } from '@/lib/core/database/keyset-page'
import type { Db } from '@/lib/core/db'
import type { Page } from '@/lib/core/keyset'
import { matchesWords } from '@/lib/core/text/match-words'
import { Prisma } from '@/lib/generated/prisma/client'
import { isSaleOf, unitsSold } from '@/lib/money/fees/shop-pricing'
import { isDeskPlace, type DeskFilters, type DeskSort } from './desk-filters'
import { deskWords, forSale, type Searched } from './desk-rows'

/** `found`: the listings of the filter, as (id, shop_id, price_cents, product_id). */
const foundBy = (organizationId: string, { q, shop }: Searched) => Prisma.sql`
  found AS MATERIALIZED (
    SELECT l.id, l.shop_id, l.price_cents, l.product_id FROM (
      SELECT l.id, l.shop_id, l.price_cents, l.product_id, l.title, l.variation, l.sku::text AS sku, p.sku::text AS product_sku
      FROM listing l LEFT JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = l.product_id
      WHERE l.organization_id = ${organizationId}::uuid AND ${forSale} ${shop ? Prisma.sql`AND l.shop_id = ${shop}::uuid` : Prisma.empty} OFFSET 0
    ) l WHERE ${Prisma.join([Prisma.sql`true`, ...matchesWords(deskWords, q)], ' AND ')}
  )`

/** How many listings of the filter are in shops with a fee rule, and in the others. */
export async function countFound(db: Db, organizationId: string, filters: Searched, ruled: readonly string[]) {
  const [row] = await db.$queryRaw<[{ listings: number; withoutRule: number }]>`
    WITH ${foundBy(organizationId, filters)}
    SELECT count(*) FILTER (WHERE shop_id = ANY (${[...ruled]}::uuid[]))::int AS listings,
      count(*) FILTER (WHERE shop_id <> ALL (${[...ruled]}::uuid[]))::int AS "withoutRule" FROM found`
  return row
}

/** The sorts that need no calculation, in SQL. */
const plainSorts: Partial<Record<DeskSort, Prisma.Sql>> = {
  sold: Prisma.sql`greatest(coalesce(u.units, 0), 0)`,
  price: Prisma.sql`l.price_cents`,
}
export const isPlainSort = (sort: DeskSort): boolean => sort in plainSorts

/** The ids of a page in an order that needs no calculation: the same that the whole desk has by that order. */
export async function pickPage(
  db: Db,
  organizationId: string,
  filters: DeskFilters,
  { today, ruled, size }: { today: Day; ruled: readonly string[]; size: number },
): Promise<Page<string>> {
  const sorted = plainSorts[filters.sort]!
  const ascending = filters.direction === 'asc'
  const wanted = requestPage(filters, size, { ascending, isPlace: isDeskPlace })
  const order = orderOf(wanted)
  const rows = await db.$queryRaw<{ id: string; place: string }[]>`
    WITH ${foundBy(organizationId, filters)}, sold AS MATERIALIZED (${unitsSold(organizationId, addDays(today, -29), today)}
    ), v AS (SELECT l.id, ${sorted}::bigint AS value FROM found l LEFT JOIN sold u ON ${isSaleOf} WHERE l.shop_id = ANY (${[...ruled]}::uuid[]))
    SELECT v.id, v.value::text AS place FROM v WHERE true ${beyondPlace(wanted, Prisma.sql`v.value`, Prisma.sql`v.id`, Prisma.sql`numeric`)}
    ORDER BY v.value ${order}, v.id ${order} LIMIT ${size + 1}`
  const page = pageOf(wanted, rows, ({ id, place }) => ({ value: place, id }))
  return { ...page, rows: page.rows.map(({ id }) => id) }
}
