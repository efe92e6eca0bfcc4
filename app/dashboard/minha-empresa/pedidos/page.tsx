import { redirect } from 'next/navigation'
import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { NextStep } from '@/components/insight/setup-guide/next-step'
import { OrderListScreen } from '@/components/sales/order-list/order-list-screen'
import { FirstHistories } from '@/components/connect/shops/first-histories'
import { waitShortly } from '@/lib/core/process/wait-shortly'
import { can } from '@/lib/core/permissions'
import { getOrderTotalsFor } from '@/lib/sales/orders/views'
import { getOrderListViewFor } from '@/lib/sales/order-list/views'

export const generateMetadata = pageTitle('companyOrders')

export default memberPage(
  'sales.read',
  async ({ member, searchParams }) => {
    const view = await getOrderListViewFor(member, searchParams)
    if ('opensWith' in view) redirect(view.opensWith)
    const { list } = view
    const totals = list.seesTotals ? getOrderTotalsFor(member, list.filters, list.page) : null
    await waitShortly([totals])
    return (
      <>
        <FirstHistories member={member} />
        {list.page.rows.length === 0 && <NextStep member={member} />}
        <OrderListScreen
          view={view}
          totals={totals}
          timeZone={member.timeZone}
          canExport={can(member.role, 'list.export')}
        />
      </>
    )
  },
  ['exports', 'orders.desk', 'orders.fields', 'orders.filters', 'orders.fresh'],
)
