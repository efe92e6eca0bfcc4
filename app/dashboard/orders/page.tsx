import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { OrdersScreen } from '@/components/sales/orders/orders-screen'
import { NextStep } from '@/components/insight/setup-guide/next-step'
import { FirstHistories } from '@/components/connect/shops/first-histories'
import { waitShortly } from '@/lib/core/process/wait-shortly'
import { getOrderListFor, getOrderTotalsFor } from '@/lib/sales/orders/views'

export const generateMetadata = pageTitle('orders')

export default memberPage(
  'sales.read',
  async ({ member, searchParams }) => {
    const list = await getOrderListFor(member, searchParams)
    const totals = list.seesTotals ? getOrderTotalsFor(member, list.filters, list.page) : null
    await waitShortly([totals])
    return (
      <>
        <FirstHistories member={member} />
        <NextStep member={member} />
        <OrdersScreen list={list} totals={totals} timeZone={member.timeZone} />
      </>
    )
  },
  ['exports', 'orders', 'products.fields', 'products.hints', 'products.labels', 'products.quick'],
)
