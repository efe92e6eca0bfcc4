import { notFound } from 'next/navigation'
import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { RecordHistory } from '@/components/insight/audit-log/record-history'
import { NextStep } from '@/components/insight/setup-guide/next-step'
import { ImportScreen } from '@/components/connect/order-imports/import-screen'
import { getImportView } from '@/lib/connect/order-imports/views'

export const generateMetadata = pageTitle('import')

export default memberPage(
  'sheet.import',
  async ({ member, params, searchParams }) => {
    const view = await getImportView(member, params.id ?? '')
    if (!view) notFound()
    return (
      <>
        {view.detail.state === 'done' && <NextStep member={member} own={['connect']} />}
        <ImportScreen viewer={member} view={view} tab={searchParams.tab} />
        <RecordHistory kind="import" id={params.id!} />
      </>
    )
  },
  ['imports.confirm', 'imports.result', 'imports.running'],
)
