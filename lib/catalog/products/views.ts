import 'server-only'
import { asId, firstOf, type Page, type Query } from '@/lib/core/keyset'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { localDay, type Day } from '@/lib/core/dates'
import { withOrganization, type Scope } from '@/lib/core/db'
import { availableOf } from '../mapping/available'
import { listKitParts, type KitPart } from '../mapping/queries'
import { noMovementFilters } from '../stock/filters'
import { listMovements, type Movement } from '../stock/queries'
import { readProductFilters, type ProductFilters } from './filters'
import {
  countProducts,
  getKitCost,
  getProduct,
  listCosts,
  listProducts,
  listVariations,
  type CostRow,
  type KitCost,
  type ProductCounts,
  type ProductDetail,
  type ProductRow,
  type Variation,
} from './queries'
import { sanitizeDescription } from './sanitize-description'

type Viewer = Pick<Member, 'timeZone' | 'role'> & Scope

const PAGE_SIZE = 50
const MOVEMENTS_SHOWN = 25

export type ProductList = {
  filters: ProductFilters
  page: Page<ProductRow>
  counts: ProductCounts
  seesMoney: boolean
  canWrite: boolean
  today: Day
}

export async function getProductListFor(viewer: Viewer, query: Query, size = PAGE_SIZE): Promise<ProductList> {
  const { organizationId, role, timeZone } = viewer
  const seesMoney = can(role, 'money.read')
  const filters = readProductFilters(query, seesMoney)
  const today = localDay(new Date(), timeZone)
  const [page, counts] = await withOrganization(viewer, async (db) => {
    const options = { today, seesMoney, size }
    const products = await listProducts(db, organizationId, filters, options)
    const gone = products.rows.length === 0 && (filters.after ?? filters.before) !== null
    const fromStart = { ...filters, after: null, before: null }
    return [
      gone ? await listProducts(db, organizationId, fromStart, options) : products,
      await countProducts(db, organizationId, filters, today),
    ]
  })
  return { filters, page, counts, seesMoney, canWrite: can(role, 'product.write'), today }
}

export type ProductView = {
  product: ProductDetail
  /** At this many available and below, its stock is low: its own minimum, or the company's. */
  lowStockAt: number
  /** Null for a product that is no kit. */
  kit: { parts: KitPart[]; available: bigint; cost?: KitCost } | null
  /** Newest first; left out for roles that may not read cost. */
  costs?: CostRow[]
  /** With it among them; none where it stands alone. */
  variations: Variation[]
  /** Movements of the own stock, newest first. */
  movements: Page<Movement>
  today: Day
  rights: { write: boolean; adjust: boolean; money: boolean }
}

/** A product with its stock and history; null when the organization has no such product. */
export async function getProductFor(viewer: Viewer, id: unknown, query: Query = {}): Promise<ProductView | null> {
  const { organizationId, role, timeZone } = viewer
  const productId = asId(id)
  if (!productId) return null
  const rights = {
    write: can(role, 'product.write'),
    adjust: can(role, 'stock.adjust'),
    money: can(role, 'money.read'),
  }
  return withOrganization(viewer, async (db) => {
    const result = await getProduct(db, organizationId, productId)
    if (!result) return null
    const product = { ...result, descriptionHtml: sanitizeDescription(result.descriptionHtml) }
    const ledger = { ...noMovementFilters, product: productId, location: 'own' }
    const movements = await listMovements(
      db,
      organizationId,
      { ...ledger, after: firstOf(query.after), before: firstOf(query.before) },
      { timeZone, size: MOVEMENTS_SHOWN, ownOrdersOnly: Boolean(viewer.legalEntityIds) },
    )
    const { lowStockUnits } = await db.organization.findUniqueOrThrow({
      where: { id: organizationId },
      select: { lowStockUnits: true },
    })
    const lowStockAt = product.minimumStock ?? lowStockUnits
    const parts = await listKitParts(db, organizationId, productId)
    const units = parts.length > 0 ? await availableOf(db, [productId]) : null
    const today = localDay(new Date(), timeZone)
    const kit = units && {
      parts,
      available: units.get(productId)?.available ?? 0n,
      ...(rights.money && { cost: await getKitCost(db, organizationId, productId, today) }),
    }
    const costs = rights.money ? { costs: await listCosts(db, organizationId, productId) } : {}
    const family = product.familyId
      ? await listVariations(db, organizationId, product.familyId, { today, seesMoney: rights.money })
      : []
    const variations = family.length > 1 ? family : []
    return { product, lowStockAt, kit, variations, movements, rights, today, ...costs }
  })
}
