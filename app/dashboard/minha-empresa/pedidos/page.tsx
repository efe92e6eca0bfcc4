import { redirect } from 'next/navigation'
import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { DeskScreen } from '@/components/sales/order-list/desk-screen'
import { FirstHistories } from '@/components/connect/shops/first-histories'
import { can } from '@/lib/core/permissions'
import { getOrderTotalsFor } from '@/lib/sales/orders/views'
import { getDeskFor } from '@/lib/sales/order-list/views'

export const generateMetadata = pageTitle('companyOrders')

export default memberPage(
  'sales.read',
  async ({ member, searchParams }) => {
    const desk = await getDeskFor(member, searchParams)
    if ('opensWith' in desk) redirect(desk.opensWith)
    const { list } = desk
    const totals = list.seesTotals ? getOrderTotalsFor(member, list.filters, list.page) : null
    return (
      <>
        <FirstHistories member={member} />
        <DeskScreen
          desk={desk}
          totals={totals}
          timeZone={member.timeZone}
          canExport={can(member.role, 'list.export')}
        />
      </>
    )
  },
  ['exports', 'orders.desk', 'orders.fields', 'orders.filters', 'orders.fresh'],
)
