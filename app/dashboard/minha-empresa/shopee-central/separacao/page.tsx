import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { memberPage } from '@/app/dashboard/member-page'
import { PickingScreen } from '@/components/sales/dispatch/picking-screen'
import { getPickingListFor } from '@/lib/sales/dispatch/picking-list'
import { listMissesFor } from '@/lib/catalog/warehouse/shelf-miss-views'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('dispatch.picking')
  return { title: t('title') }
}

export default memberPage(
  'order.create',
  async ({ member, searchParams }) => (
    <PickingScreen
      list={await getPickingListFor(member, searchParams)}
      misses={await listMissesFor(member)}
      query={searchParams}
    />
  ),
  ['shelfMiss', 'stock.fields'],
)
