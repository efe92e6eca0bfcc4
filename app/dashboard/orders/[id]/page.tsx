import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { memberPage } from '@/app/dashboard/member-page'
import { OrderDispatchCard } from '@/components/sales/dispatch/order-dispatch-card'
import { OrderScreen } from '@/components/sales/orders/order-screen'
import { getOrderDispatchFor } from '@/lib/sales/dispatch/order-dispatch'
import { localDay } from '@/lib/core/dates'
import { asId, firstOf } from '@/lib/core/keyset'
import { keepListQuery, listHrefOf, ordersPath } from '@/lib/sales/orders/filters'
import { getOrderFor, orderVisibilityOf } from '@/lib/sales/orders/views'
import { getBuyerErasureFor } from '@/lib/insight/privacy/views'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('orders.list')
  return { title: t('order') }
}

export default memberPage(
  'sales.read',
  async ({ member, params, searchParams }) => {
    const id = asId(params.id) ?? notFound()
    const reads = [getOrderFor(member, id), getOrderDispatchFor(member, id), getBuyerErasureFor(member, id)] as const
    const [view, dispatch, erasure] = await Promise.all(reads)
    if (!view) notFound()
    const listQuery = firstOf(searchParams.desk)
    return (
      <OrderScreen
        view={view}
        erasure={erasure}
        dispatch={dispatch && <OrderDispatchCard dispatch={dispatch} timeZone={member.timeZone} />}
        timeZone={member.timeZone}
        company={member.organizationName}
        backHref={listHrefOf(listQuery, localDay(new Date(), member.timeZone), orderVisibilityOf(member.role))}
        editHref={keepListQuery(`${ordersPath}/${view.order.id}/edit`, listQuery)}
      />
    )
  },
  ['dispatch', 'orders.detail', 'orders.fields', 'orders.note', 'orders.receive', 'privacy.actions'],
)
