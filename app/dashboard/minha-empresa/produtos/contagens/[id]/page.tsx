import { notFound } from 'next/navigation'
import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { RecordHistory } from '@/components/insight/audit-log/record-history'
import { CountScreen } from '@/components/catalog/warehouse/count-screen'
import { getCountFor } from '@/lib/catalog/warehouse/count-views'

export const generateMetadata = pageTitle('warehouseCounts')

export default memberPage(
  'stock.adjust',
  async ({ member, params, searchParams }) => {
    const view = await getCountFor(member, params.id, searchParams)
    if (!view) notFound()
    return (
      <>
        <CountScreen view={view} personId={member.userId} timeZone={member.timeZone} />
        <RecordHistory kind="stockCount" id={params.id!} />
      </>
    )
  },
  [
    'bench.camera',
    'bench.fields',
    'counts.begin',
    'counts.close',
    'counts.desk',
    'counts.fields',
    'counts.lines',
    'counts.summary',
    'exports',
    'stock.fields',
  ],
)
