import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { memberPage } from '@/app/dashboard/member-page'
import { PapersScreen } from '@/components/sales/order-list/papers-screen'
import { localDay } from '@/lib/core/dates'
import { firstOf } from '@/lib/core/keyset'
import { listHrefOf } from '@/lib/sales/orders/filters'
import { orderVisibilityOf } from '@/lib/sales/orders/views'
import { getPapersFor } from '@/lib/sales/order-list/papers'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('orders.desk.papers')
  return { title: t('slips') }
}

export default memberPage('order.create', async ({ member, searchParams }) => (
  <PapersScreen
    papers={await getPapersFor(member, searchParams)}
    company={member.organizationName}
    timeZone={member.timeZone}
    backHref={listHrefOf(
      firstOf(searchParams.desk) ?? '',
      localDay(new Date(), member.timeZone),
      orderVisibilityOf(member.role),
    )}
  />
))
