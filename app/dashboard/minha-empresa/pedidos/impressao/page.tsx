import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { memberPage } from '@/app/dashboard/member-page'
import { PapersScreen } from '@/components/orders-desk/papers-screen'
import { getPapersFor } from '@/lib/orders-desk/papers'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('orders.desk.papers')
  return { title: t('slips') }
}

export default memberPage('order.create', async ({ member, searchParams }) => (
  <PapersScreen
    papers={await getPapersFor(member, searchParams)}
    company={member.organizationName}
    timeZone={member.timeZone}
  />
))
