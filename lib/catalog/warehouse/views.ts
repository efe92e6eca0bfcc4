import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { localDay } from '@/lib/core/dates'
import { withOrganization, type Scope } from '@/lib/core/db'
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
  return withOrganization(viewer, async (db) => {
    const products = await listProducts(db, organizationId, filters, options)
    const isGone = products.rows.length === 0 && (filters.after ?? filters.before) !== null
    const fromStart = { ...filters, after: null, before: null }
    const { rows, previous, next } = isGone ? await listProducts(db, organizationId, fromStart, options) : products
    const elsewhere = await listElsewhere(
      db,
      organizationId,
      rows.map(({ id }) => id),
    )
    const shops = rights.adjust
      ? await db.shop.findMany({
          where: { organizationId, platform: 'shopee' },
          select: { id: true, name: true },
          orderBy: { name: 'asc' },
        })
      : []
    const hasProducts =
      rows.length > 0 || (await db.product.findFirst({ where: { organizationId }, select: { id: true } })) !== null
    return {
      filters,
      page: { rows: rows.map((row) => ({ ...row, ...(elsewhere.get(row.id) ?? nowhereElse) })), previous, next },
      shops,
      rights,
      hasProducts,
    }
  })
}

/** The totals of all rows of the filter: beside the page, which does not wait for them. */
export function getStockTotalsFor(viewer: Viewer, filters: ProductFilters): Promise<StockTotals> {
  const { organizationId, timeZone } = viewer
  const today = localDay(new Date(), timeZone)
  return withOrganization(viewer, (db) =>
    getStockTotals(db, organizationId, filters, { today, seesMoney: rightsOf(viewer).money }),
  )
}
