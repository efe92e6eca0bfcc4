import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { memberPage } from '@/app/dashboard/member-page'
import { OrderDispatchCard } from '@/components/sales/dispatch/order-dispatch-card'
import { OrderScreen } from '@/components/sales/orders/order-screen'
import { getOrderDispatchFor } from '@/lib/sales/dispatch/order-dispatch'
import { localDay } from '@/lib/core/dates'
import { firstOf } from '@/lib/core/keyset'
import { keepDesk, listHrefOf, ordersPath } from '@/lib/sales/orders/filters'
import { getOrderFor, orderSightOf } from '@/lib/sales/orders/views'
import { getBuyerStandingFor } from '@/lib/insight/privacy/views'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('orders.list')
  return { title: t('order') }
}

export default memberPage(
  'sales.read',
  async ({ member, params, searchParams }) => {
    const view = await getOrderFor(member, params.id)
    if (!view) notFound()
    const desk = firstOf(searchParams.desk)
    const dispatch = await getOrderDispatchFor(member, view.order.id)
    return (
      <OrderScreen
        view={view}
        standing={await getBuyerStandingFor(member, view.order.id)}
        dispatch={dispatch && <OrderDispatchCard dispatch={dispatch} timeZone={member.timeZone} />}
        timeZone={member.timeZone}
        company={member.organizationName}
        backHref={listHrefOf(desk, localDay(new Date(), member.timeZone), orderSightOf(member.role))}
        editHref={keepDesk(`${ordersPath}/${view.order.id}/edit`, desk)}
      />
    )
  },
  ['dispatch', 'orders.detail', 'orders.fields', 'orders.note', 'orders.receive', 'privacy.actions'],
)
