import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { memberPage } from '@/app/dashboard/member-page'
import { PackingQueue } from '@/components/sales/packing/packing-queue'
import { asId } from '@/lib/core/keyset'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('bench.queue')
  return { title: t('title') }
}

export default memberPage(
  'dispatch.work',
  ({ member, searchParams }) => {
    const runId = asId(searchParams.run)
    return <PackingQueue key={runId} queue={{ runId }} timeZone={member.timeZone} />
  },
  ['bench', 'shelfMiss', 'stock.fields'],
)
