import 'server-only'
import { scopeOf } from '@/lib/core/permissions'
import { hasLeft, showName, visibilityOf } from '@/lib/sales/orders/buyer'
import { orderListHref, readOrderFilters } from '@/lib/sales/orders/filters'
import { listOrders, sumOrders, type OrderRow } from '@/lib/sales/orders/queries'
import { stageOf } from '@/lib/sales/orders/stage'
import { orderVisibilityOf } from '@/lib/sales/orders/views'
import { defineList, type ExportContext } from '@/lib/core/exports/list-kind'
import { getOrderDetails, type OrderDetails } from '../row-details'
import { seesMoney, shownIf, type Titles, type Translate } from '@/lib/core/exports/column-titles'

const clockOf = ({ timeZone, today, now }: ExportContext) => ({ timeZone, today, now })
const orderTitle = (t: Translate, key: keyof Titles['orders']) => t(`exports.columns.orders.${key}`)

export const orders = defineList<ReturnType<typeof readOrderFilters>, OrderRow & OrderDetails>({
  permission: 'sales.read',
  filtersOf: (query, { today, role }) =>
    readOrderFilters({ ...query, after: undefined, before: undefined }, today, orderVisibilityOf(role)),
  // A period by its name would mean other days by the time the file is written.
  addressOf: (filters) => orderListHref({ ...filters, period: null }),
  count: async (db, filters, context) =>
    (await sumOrders(db, context.organizationId, filters, clockOf(context), null)).orders,
  list: async (db, filters, context, after, size) => {
    const { organizationId } = context
    const page = { size, isWhole: true }
    const { rows, next } = await listOrders(db, organizationId, { ...filters, after }, clockOf(context), page)
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
          value: (row: OrderRow) => showName(row.customerName, visibilityOf(scope, hasLeft(row))),
        },
      ]),
      { title: title('items'), type: 'text', width: 48, value: (row) => row.items },
      { title: title('units'), type: 'number', width: 9, value: (row) => row.units },
      { title: title('revenue'), type: 'money', width: 13, value: (row) => row.revenueCents },
      { title: title('sellerDiscount'), type: 'money', width: 13, value: (row) => row.sellerDiscountCents },
      { title: title('freightPaid'), type: 'money', width: 13, value: (row) => row.freightPaidCents },
      { title: title('total'), type: 'money', width: 13, value: (row) => row.totalCents },
      {
        title: title('payment'),
        type: 'text',
        width: 17,
        value: ({ paymentMethod }) => paymentMethod && t(`orders.terms.methods.${paymentMethod}`),
      },
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
        { title: title('margin'), type: 'money' as const, width: 13, value: (row: OrderRow) => row.marginCents },
      ]),
      { title: title('tracking'), type: 'text', width: 20, value: (row) => row.trackingNumber },
    ]
  },
})
