import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { localDay } from '@/lib/core/dates'
import { readerOf, type Reader, type Scope } from '@/lib/core/db'
import type { Page, Query } from '@/lib/core/keyset'
import { readProductFilters, type ProductFilters } from '../products/filters'
import { listProducts, type ProductRow } from '../products/queries'
import { getStockTotals, listElsewhere, nowhereElse, type Elsewhere, type StockTotals } from './levels'

export type Viewer = Pick<Member, 'timeZone' | 'role'> & Scope

const PAGE_SIZE = 50

export type LevelRow = ProductRow & Elsewhere
export type LevelList = {
  filters: ProductFilters
  page: Page<LevelRow>
  /** Full shops that a transfer may name. */
  shops: { id: string; name: string }[]
  rights: { adjust: boolean; money: boolean; write: boolean }
  hasProducts: boolean
}

const rightsOf = ({ role }: Viewer) => ({
  adjust: can(role, 'stock.adjust'),
  money: can(role, 'money.read'),
  write: can(role, 'product.write'),
})

/** One page of the levels; what is archived is left out unless asked for. */
export async function getLevelsFor(viewer: Viewer, query: Query, size = PAGE_SIZE): Promise<LevelList> {
  const { organizationId, timeZone } = viewer
  const rights = rightsOf(viewer)
  const filters = readProductFilters(query, rights.money)
  const options = { today: localDay(new Date(), timeZone), seesMoney: rights.money, size }
  const db = readerOf(viewer)
  const [products, shops] = await Promise.all([
    listProducts(db, organizationId, filters, options),
    rights.adjust ? listFullShops(db, organizationId) : [],
  ])
  const isGone = products.rows.length === 0 && (filters.after ?? filters.before) !== null
  const fromStart = { ...filters, after: null, before: null }
  const { rows, previous, next } = isGone ? await listProducts(db, organizationId, fromStart, options) : products
  const ids = rows.map(({ id }) => id)
  const elsewhere = await listElsewhere(db, organizationId, ids)
  return {
    filters,
    page: { rows: rows.map((row) => ({ ...row, ...(elsewhere.get(row.id) ?? nowhereElse) })), previous, next },
    shops,
    rights,
    hasProducts: rows.length > 0 || (await hasAnyProduct(db, organizationId)),
  }
}

const listFullShops = (db: Reader, organizationId: string) =>
  db.$queryRaw<LevelList['shops']>`
    SELECT id, name::text AS name FROM shop
    WHERE organization_id = ${organizationId}::uuid AND platform = 'shopee' ORDER BY shop.name`

async function hasAnyProduct(db: Reader, organizationId: string): Promise<boolean> {
  const [row] = await db.$queryRaw<[{ some: boolean }]>`
    SELECT EXISTS (SELECT FROM product WHERE organization_id = ${organizationId}::uuid) AS some`
  return row.some
}

/** The totals of all rows of the filter: beside the page, which does not wait for them. */
export function getStockTotalsFor(viewer: Viewer, filters: ProductFilters): Promise<StockTotals> {
  const { organizationId, timeZone } = viewer
  const today = localDay(new Date(), timeZone)
  return getStockTotals(readerOf(viewer), organizationId, filters, { today, seesMoney: rightsOf(viewer).money })
}
