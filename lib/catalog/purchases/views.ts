import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { localDay, type Day } from '@/lib/core/dates'
import { withOrganization, type Db, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asId, firstOf, type Page, type Query } from '@/lib/core/keyset'
import { listMembers } from '@/lib/identity/organizations/queries'
import { getSalesCalendar, listSoldDays, testForecasts, type SoldDay, type Tested } from '../forecast/queries'
import { findRecostRun, listCostHistory, type CostEntry, type RecostRun } from '../costs/cost-queries'
import {
  readPurchaseFilters,
  readSuggestionFilters,
  readSupplierFilters,
  type PurchaseFilters,
  type SuggestionFilters,
  type SupplierFilters,
} from './filters'
import { getInvoiceView, type InvoiceView } from './invoice-view'
import {
  getPurchase,
  listOpenInvoices,
  listPurchases,
  type OpenInvoice,
  type PurchaseDetail,
  type PurchaseRow,
} from './purchase-queries'
import type { CostRule } from './schema'
import { countSuggestions, listSuggestions, type BuyingRules, type Suggestion } from './suggestion-queries'
import {
  findSupplier,
  hasSuppliers,
  listSupplierChoices,
  listSuppliers,
  type SupplierChoice,
  type SupplierRow,
} from './supplier-queries'

type Viewer = Pick<Member, 'timeZone' | 'role'> & Scope
const PAGE_SIZE = 50

function requireBuyer({ role }: Viewer) {
  if (!can(role, 'sheet.import') || !can(role, 'money.read')) throw new UserError('permissionDenied')
}

/** A place that is gone (what stood there was archived meanwhile) leads to the first page. */
async function pageOf<F extends { after: string | null; before: string | null }, R>(
  filters: F,
  list: (filters: F) => Promise<Page<R>>,
): Promise<Page<R>> {
  const result = await list(filters)
  const gone = result.rows.length === 0 && (filters.after ?? filters.before) !== null
  return gone ? list({ ...filters, after: null, before: null }) : result
}

export type SupplierList = {
  filters: SupplierFilters
  page: Page<SupplierRow>
  hasAny: boolean
  /** The record that the address opens beside the list. */
  open: 'new' | SupplierRow | null
}

export async function getSupplierListFor(viewer: Viewer, query: Query, size = PAGE_SIZE): Promise<SupplierList> {
  requireBuyer(viewer)
  const { organizationId } = viewer
  const filters = readSupplierFilters(query)
  const editId = asId(firstOf(query.edit))
  return withOrganization(viewer, async (db) => ({
    filters,
    page: await pageOf(filters, (from) => listSuppliers(db, organizationId, from, size)),
    hasAny: await hasSuppliers(db, organizationId),
    open: firstOf(query.new) ? ('new' as const) : editId ? await findSupplier(db, organizationId, editId) : null,
  }))
}

export type PurchaseList = {
  filters: PurchaseFilters
  page: Page<PurchaseRow>
  hasAny: boolean
  suppliers: SupplierChoice[]
  /** The SKU of the product that the list is limited to. */
  productSku: string | null
  invoices: OpenInvoice[]
}

export async function getPurchaseListFor(viewer: Viewer, query: Query, size = PAGE_SIZE): Promise<PurchaseList> {
  requireBuyer(viewer)
  const { organizationId } = viewer
  const filters = readPurchaseFilters(query)
  return withOrganization(viewer, async (db) => ({
    filters,
    page: await pageOf(filters, (from) => listPurchases(db, organizationId, from, size)),
    hasAny: (await db.purchaseOrder.findFirst({ where: { organizationId }, select: { id: true } })) !== null,
    suppliers: await listSupplierChoices(db, organizationId),
    productSku: filters.product && (await skuOf(db, organizationId, filters.product)),
    invoices: await listOpenInvoices(db, organizationId),
  }))
}

async function skuOf(db: Db, organizationId: string, id: string): Promise<string | null> {
  const product = await db.product.findFirst({ where: { organizationId, id }, select: { sku: true } })
  return product?.sku ?? null
}

type EntityChoice = { id: string; name: string }
export type PurchaseForm = { suppliers: SupplierChoice[]; entities: EntityChoice[]; today: Day }
export type PurchaseView = PurchaseForm & { purchase: PurchaseDetail; names: Record<string, string> }

async function formOf(db: Db, { organizationId, timeZone }: Viewer): Promise<PurchaseForm> {
  const entities = await db.legalEntity.findMany({
    where: { organizationId, archivedAt: null },
    select: { id: true, name: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  })
  return { suppliers: await listSupplierChoices(db, organizationId), entities, today: localDay(new Date(), timeZone) }
}

export async function getPurchaseFormFor(viewer: Viewer): Promise<PurchaseForm> {
  requireBuyer(viewer)
  return withOrganization(viewer, (db) => formOf(db, viewer))
}

/** Null when the organization has no such purchase. */
export async function getPurchaseFor(viewer: Viewer, givenId: unknown): Promise<PurchaseView | null> {
  requireBuyer(viewer)
  const id = asId(givenId)
  if (!id) return null
  return withOrganization(viewer, async (db) => {
    const purchase = await getPurchase(db, viewer.organizationId, id)
    return purchase && { purchase, names: await namesOf(db), ...(await formOf(db, viewer)) }
  })
}

const namesOf = async (db: Db): Promise<Record<string, string>> =>
  Object.fromEntries((await listMembers(db)).map(({ userId, displayName }) => [userId, displayName]))

export async function getInvoiceFor(viewer: Viewer, id: unknown): Promise<InvoiceView | null> {
  requireBuyer(viewer)
  return withOrganization(viewer, (db) => getInvoiceView(db, viewer.organizationId, id))
}

export type SuggestionList = {
  filters: SuggestionFilters
  rules: BuyingRules
  page: Page<Suggestion>
  counts: { products: number; units: number }
  suppliers: SupplierChoice[]
  /** How the forecast of a month did lately, by each period that it may go by. */
  tested: Tested[]
}

export async function getSuggestionFor(
  viewer: Viewer,
  query: Query,
  { now = new Date(), size = PAGE_SIZE } = {},
): Promise<SuggestionList> {
  requireBuyer(viewer)
  const { organizationId } = viewer
  const filters = readSuggestionFilters(query)
  return withOrganization(viewer, async (db) => {
    const soldDays = await listSoldDays(db, organizationId, localDay(now, viewer.timeZone))
    const rules = await getBuyingRules(db, viewer, { now, days: filters.days, soldDays })
    return {
      filters,
      rules,
      page: await pageOf(filters, (from) => listSuggestions(db, organizationId, from, rules, size)),
      counts: await countSuggestions(db, organizationId, filters, rules),
      suppliers: await listSupplierChoices(db, organizationId),
      tested: await testForecasts(db, organizationId, { today: rules.today, soldDays }),
    }
  })
}

export async function getBuyingRules(
  db: Db,
  { organizationId, timeZone }: { organizationId: string; timeZone: string },
  { now = new Date(), days = null, soldDays }: { now?: Date; days?: number | null; soldDays?: SoldDay[] } = {},
): Promise<BuyingRules> {
  const rules = await db.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { salesDays: true, coverDays: true, leadDays: true },
  })
  const today = localDay(now, timeZone)
  const baseDays = days ?? rules.salesDays
  return { ...rules, today, calendar: await getSalesCalendar(db, organizationId, { today, baseDays, soldDays }) }
}

export type CostHistory = {
  rule: CostRule
  entries: (CostEntry & { byName: string | null })[]
  run: RecostRun | null
  today: Day
  canCorrect: boolean
}

/** A product's costs over time; null for roles that may not read cost. */
export async function getCostHistoryFor(viewer: Viewer, givenId: unknown): Promise<CostHistory | null> {
  const id = asId(givenId)
  if (!id || !can(viewer.role, 'money.read')) return null
  const { organizationId } = viewer
  return withOrganization(viewer, async (db) => {
    const { costRule } = await db.organization.findUniqueOrThrow({
      where: { id: organizationId },
      select: { costRule: true },
    })
    const [entries, names] = [await listCostHistory(db, organizationId, id), await namesOf(db)]
    return {
      rule: costRule,
      entries: entries.map((entry) => ({ ...entry, byName: (entry.by && names[entry.by]) || null })),
      run: await findRecostRun(db, organizationId, id),
      today: localDay(new Date(), viewer.timeZone),
      canCorrect: can(viewer.role, 'product.write'),
    }
  })
}

export type Buying = {
  version: number
  leadTimeDays: number | null
  sources: {
    supplierId: string
    supplierName: string
    code: string
    unitsPerPack: number
    minimumUnits: number | null
  }[]
  suppliers: SupplierChoice[]
}

/** From whom a product is bought, and how; null for who does not buy. */
export async function getBuyingFor(viewer: Viewer, givenId: unknown): Promise<Buying | null> {
  const id = asId(givenId)
  if (!id || !can(viewer.role, 'sheet.import')) return null
  const { organizationId } = viewer
  return withOrganization(viewer, async (db) => {
    const productRow = await db.product.findUnique({
      where: { organizationId_id: { organizationId, id } },
      select: {
        version: true,
        leadTimeDays: true,
        supplierProducts: {
          select: {
            supplierId: true,
            code: true,
            unitsPerPack: true,
            minimumUnits: true,
            supplier: { select: { name: true } },
          },
          orderBy: [{ updatedAt: 'desc' }, { code: 'asc' }],
        },
      },
    })
    if (!productRow) return null
    const { supplierProducts, ...product } = productRow
    const sources = supplierProducts.map(({ supplier, ...source }) => ({ ...source, supplierName: supplier.name }))
    return { ...product, sources, suppliers: await listSupplierChoices(db, organizationId) }
  })
}
