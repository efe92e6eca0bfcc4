import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can, scopeOf } from '@/lib/core/permissions'
import { localDay } from '@/lib/core/dates'
import { withOrganization, type Db, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { likePattern } from '@/lib/core/keyset'
import { matchesWords } from '@/lib/core/text/match-words'
import { readOrderFilters } from '@/lib/sales/orders/filters'
import { searchOrders } from '@/lib/sales/orders/search-orders'
import { gtinForms } from '@/lib/catalog/products/gtin'
import { limitCalls, type CallLimit } from '@/lib/core/http/rate-limit'
import { fewestChars, maxSearchChars, type PaletteOrder, type PaletteProduct, type PaletteResults } from './schema'

type Viewer = Pick<Member, 'organizationId' | 'role' | 'userId' | 'timeZone'> & Scope

const SEARCH_LIMIT: CallLimit = { name: 'palette', points: 900, seconds: 60 }
const SHOWN = 6

/** Orders whose code, ours or the marketplace's, begins with the text, and products that hold its words; else orders that hold them. */
export async function findForPalette(viewer: Viewer, text: string): Promise<PaletteResults> {
  if (!can(viewer.role, 'sales.read')) throw new UserError('permissionDenied')
  const query = text.replaceAll('\0', '').trim().slice(0, maxSearchChars)
  if (query.length < fewestChars) return { orders: [], products: [] }
  await limitCalls(SEARCH_LIMIT, viewer.userId)
  return withOrganization(viewer, async (db) => {
    const orders = await findOrdersByCode(db, viewer.organizationId, query)
    const products = await findProductsByWords(db, viewer.organizationId, query)
    const isKnown = orders.length > 0 || products.length > 0
    return { orders: isKnown ? orders : await findOrdersByWords(db, viewer, query), products }
  })
}

/** Any other text may be a tracking number or, for roles that see buyers whole, a buyer. */
async function findOrdersByWords(db: Db, viewer: Viewer, text: string): Promise<PaletteOrder[]> {
  const { organizationId, role, timeZone } = viewer
  const visibility = { money: false, buyers: scopeOf(role, 'buyer.read') === 'all' }
  const filters = readOrderFilters({ q: text }, localDay(new Date(), timeZone), visibility)
  const orders = await searchOrders(db, organizationId, filters, { limit: SHOWN, place: null, backwards: false })
  if (orders === null || orders === 'byCode' || 'all' in orders) return []
  return readOrders(db, organizationId, Prisma.sql`SELECT unnest(${orders.ids}::uuid[]) AS id`, Prisma.empty)
}

/**
 * The last of each kind of code, which is the newest: codes count up. Each half ends after a few entries of its index, however
 * many orders begin so.
 */
export async function findOrdersByCode(db: Db, organizationId: string, text: string): Promise<PaletteOrder[]> {
  const [from, to] = [text.toUpperCase(), `${text.toUpperCase()}\u{10FFFF}`]
  const begins = (column: Prisma.Sql) => Prisma.sql`
    (SELECT id FROM orders WHERE organization_id = ${organizationId}::uuid AND ${column} COLLATE "C" >= ${from} AND ${column} COLLATE "C" < ${to}
      ORDER BY ${column} COLLATE "C" DESC LIMIT ${SHOWN})`
  const rows = Prisma.sql`${begins(Prisma.sql`code`)} UNION ${begins(Prisma.sql`external_code`)}`
  return readOrders(db, organizationId, rows, Prisma.sql`o.code = ${from} OR o.external_code = ${from} DESC,`)
}

async function readOrders(
  db: Db,
  organizationId: string,
  result: Prisma.Sql,
  before: Prisma.Sql,
): Promise<PaletteOrder[]> {
  const rows = await db.$queryRaw<(Omit<PaletteOrder, 'placedAt'> & { placedAt: Date })[]>`
    WITH found AS MATERIALIZED (${result})
    SELECT o.id, o.code, o.external_code AS "externalCode", coalesce(s.name, c.name, '')::text AS "outletName", o.status, o.placed_at AS "placedAt"
    FROM found f JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.id = f.id
    LEFT JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = o.shop_id
    LEFT JOIN channel c ON c.organization_id = ${organizationId}::uuid AND c.id = o.channel_id
    ORDER BY ${before} o.placed_at DESC, o.id DESC LIMIT ${SHOWN}`
  return rows.map((row) => ({ ...row, placedAt: row.placedAt.toISOString() }))
}

/** Exact matches come first, archived products last. */
async function findProductsByWords(db: Db, organizationId: string, text: string): Promise<PaletteProduct[]> {
  const conditions = matchesWords(Prisma.sql`words`, text)
  if (conditions.length === 0) return []
  return db.$queryRaw<PaletteProduct[]>`
    SELECT id, sku::text AS sku, title, archived_at IS NOT NULL AS "isArchived" FROM product
    WHERE organization_id = ${organizationId}::uuid AND ${Prisma.join(conditions, ' AND ')}
    ORDER BY sku_key = lower(${text}) OR barcodes && ${gtinForms(text)}::text[] DESC, archived_at IS NULL DESC,
      words LIKE search_text(${likePattern(text).slice(1)}) DESC, title COLLATE "und-x-icu", id LIMIT ${SHOWN}`
}
