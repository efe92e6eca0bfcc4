import 'server-only'
import { can, scopeOf } from '../auth/permissions'
import { expensesHref, readExpenseFilters } from '../expenses/filters'
import { listExpenses, sumExpenses } from '../expenses/queries'
import { showName, sightOf } from '../orders/buyer'
import { orderListHref, readOrderFilters } from '../orders/filters'
import { listOrders, sumOrders, type OrderRow } from '../orders/queries'
import { stageOf } from '../orders/stage'
import { hasLeft } from '../orders/views'
import { marginOf } from '../products/cost'
import { productsHref, readProductFilters } from '../products/filters'
import { countProducts, listProducts, type ProductRow } from '../products/queries'
import { defineList, type ExportContext, type ListKind } from './list-kind'
import { getOrderDetails, getProductDetails, type OrderDetails, type ProductDetails } from './row-details'
import type { ExportKind } from './schema'

const clockOf = ({ timeZone, today, now }: ExportContext) => ({ timeZone, today, now })
const seesMoney = ({ role }: ExportContext) => can(role, 'money.read')
const numberOf = (value: bigint | null | undefined) => (value === null || value === undefined ? null : Number(value))

/** Columns that the role may see; the others are neither written nor read. */
const shownIf = <T>(shown: boolean, columns: T[]): T[] => (shown ? columns : [])

const orders = defineList<ReturnType<typeof readOrderFilters>, OrderRow & OrderDetails>({
  permission: 'sales.read',
  filtersOf: (query, { today }) => readOrderFilters({ ...query, after: undefined, before: undefined }, today),
  // A period by its name would mean other days by the time the file is written.
  addressOf: (filters) => orderListHref({ ...filters, period: null }),
  count: async (db, filters, context) =>
    (await sumOrders(db, context.organizationId, filters, clockOf(context), null)).orders,
  list: async (db, filters, context, after, size) => {
    const { organizationId } = context
    const { rows, next } = await listOrders(db, organizationId, { ...filters, after }, clockOf(context), size)
    const details = await getOrderDetails(
      db,
      organizationId,
      rows.map(({ id }) => id),
    )
    return { rows: rows.flatMap((row) => ({ ...row, ...details.get(row.id)! })), next }
  },
  columns: (context) => {
    const { t, role } = context
    const scope = scopeOf(role, 'buyer.read')
    const net = ({ revenueCents, feesCents }: OrderRow) => (feesCents === null ? null : revenueCents - feesCents)
    const title = (key: Parameters<typeof orderTitle>[1]) => orderTitle(t, key)
    return [
      { title: title('code'), type: 'text', width: 20, value: (row) => row.externalCode ?? row.code },
      { title: title('ownCode'), type: 'text', width: 16, value: (row) => row.code },
      { title: title('outlet'), type: 'text', width: 20, value: (row) => row.outletName },
      { title: title('status'), type: 'text', width: 16, value: (row) => t(`orders.stages.${stageOf(row)}`) },
      { title: title('placedAt'), type: 'instant', width: 17, value: (row) => row.placedAt },
      { title: title('paidAt'), type: 'instant', width: 17, value: (row) => row.paidAt },
      { title: title('shipBy'), type: 'instant', width: 17, value: (row) => row.shipBy },
      { title: title('shippedAt'), type: 'instant', width: 17, value: (row) => row.shippedAt },
      { title: title('deliveredAt'), type: 'instant', width: 17, value: (row) => row.deliveredAt },
      ...shownIf(scope !== 'none', [
        {
          title: title('customer'),
          type: 'text' as const,
          width: 24,
          value: (row: OrderRow) => showName(row.customerName, sightOf(scope, hasLeft(row))),
        },
      ]),
      { title: title('items'), type: 'text', width: 48, value: (row) => row.items },
      { title: title('units'), type: 'number', width: 9, value: (row) => row.units },
      { title: title('revenue'), type: 'money', width: 13, value: (row) => row.revenueCents },
      { title: title('sellerDiscount'), type: 'money', width: 13, value: (row) => row.sellerDiscountCents },
      { title: title('freightPaid'), type: 'money', width: 13, value: (row) => row.freightPaidCents },
      { title: title('total'), type: 'money', width: 13, value: (row) => row.totalCents },
      ...shownIf(seesMoney(context), [
        { title: title('fees'), type: 'money' as const, width: 13, value: (row: OrderRow) => row.feesCents },
        {
          title: title('feesSource'),
          type: 'text' as const,
          width: 13,
          value: ({ feesCents, feesEstimated }: OrderRow) =>
            feesCents === null ? null : t(feesEstimated ? 'exports.values.estimated' : 'exports.values.charged'),
        },
        { title: title('net'), type: 'money' as const, width: 13, value: net },
        { title: title('cost'), type: 'money' as const, width: 13, value: (row: OrderDetails) => row.costCents },
      ]),
      { title: title('tracking'), type: 'text', width: 20, value: (row) => row.trackingNumber },
    ]
  },
})

const products = defineList<ReturnType<typeof readProductFilters>, ProductRow & ProductDetails>({
  permission: 'sales.read',
  filtersOf: (query, context) =>
    readProductFilters({ ...query, after: undefined, before: undefined }, seesMoney(context)),
  addressOf: (filters) => productsHref(filters),
  count: async (db, filters, { organizationId, today }) =>
    (await countProducts(db, organizationId, filters, today)).matching,
  list: async (db, filters, context, after, size) => {
    const { organizationId, today } = context
    const options = { today, seesMoney: seesMoney(context), size }
    const { rows, next } = await listProducts(db, organizationId, { ...filters, after }, options)
    const details = await getProductDetails(
      db,
      organizationId,
      rows.map(({ id }) => id),
    )
    return { rows: rows.map((row) => ({ ...row, ...details.get(row.id)! })), next }
  },
  columns: (context) => {
    const { t } = context
    const title = (key: Parameters<typeof productTitle>[1]) => productTitle(t, key)
    return [
      { title: title('sku'), type: 'text', width: 18, value: (row) => row.sku },
      { title: title('title'), type: 'text', width: 44, value: (row) => row.title },
      { title: title('barcodes'), type: 'text', width: 18, value: (row) => row.barcodes.join(', ') },
      { title: title('price'), type: 'money', width: 12, value: (row) => row.priceCents },
      ...shownIf(seesMoney(context), [
        {
          title: title('cost'),
          type: 'number' as const,
          width: 12,
          value: ({ cost }: ProductRow) => (cost ? Number(cost) : null),
        },
        {
          title: title('margin'),
          type: 'ratio' as const,
          width: 10,
          value: ({ priceCents, cost }: ProductRow) => marginOf(priceCents, cost ?? null),
        },
      ]),
      { title: title('available'), type: 'number', width: 11, value: (row) => numberOf(row.available) },
      { title: title('onHand'), type: 'number', width: 11, value: (row) => numberOf(row.onHand) },
      { title: title('reserved'), type: 'number', width: 11, value: (row) => numberOf(row.reserved) },
      { title: title('minimumStock'), type: 'number', width: 11, value: (row) => row.minimumStock },
      { title: title('shelfAddress'), type: 'text', width: 16, value: (row) => row.shelfAddress },
      { title: title('weight'), type: 'number', width: 10, value: (row) => row.weightGrams },
    ]
  },
})

type ExpenseRow = Awaited<ReturnType<typeof listExpenses>>['rows'][number]

const expenses = defineList<ReturnType<typeof readExpenseFilters>, ExpenseRow>({
  permission: 'money.read',
  filtersOf: (query, { today }) => readExpenseFilters({ ...query, after: undefined, before: undefined }, today),
  addressOf: (filters) => expensesHref({ ...filters, period: null }),
  count: async (db, filters, { organizationId, today }) =>
    (await sumExpenses(db, organizationId, filters, today)).count,
  list: (db, filters, { organizationId, today }, after, size) =>
    listExpenses(db, organizationId, { ...filters, after }, { today, size }),
  columns: ({ t }) => {
    const title = (key: Parameters<typeof expenseTitle>[1]) => expenseTitle(t, key)
    return [
      { title: title('description'), type: 'text', width: 40, value: (row) => row.description },
      { title: title('category'), type: 'text', width: 20, value: (row) => row.category },
      { title: title('kind'), type: 'text', width: 12, value: (row) => t(`expenses.kinds.${row.kind}`) },
      { title: title('amount'), type: 'money', width: 13, value: (row) => row.amountCents },
      { title: title('dueOn'), type: 'day', width: 13, value: (row) => row.dueOn },
      { title: title('status'), type: 'text', width: 12, value: (row) => t(`expenses.statuses.${row.status}`) },
      { title: title('paidOn'), type: 'day', width: 13, value: (row) => row.paidOn },
    ]
  },
})

type Translate = ExportContext['t']
type Titles = (typeof import('@/messages/pt-BR.json'))['exports']['columns']
const orderTitle = (t: Translate, key: keyof Titles['orders']) => t(`exports.columns.orders.${key}`)
const productTitle = (t: Translate, key: keyof Titles['products']) => t(`exports.columns.products.${key}`)
const expenseTitle = (t: Translate, key: keyof Titles['expenses']) => t(`exports.columns.expenses.${key}`)

/** Every list that can be exported. */
export const listKinds: Record<ExportKind, ListKind> = { orders, products, expenses }
