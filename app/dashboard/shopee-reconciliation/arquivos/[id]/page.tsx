import { notFound } from 'next/navigation'
import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { RecordHistory } from '@/components/insight/audit-log/record-history'
import { NextStep } from '@/components/insight/setup-guide/next-step'
import { MoneyFileScreen } from '@/components/connect/money-reports/money-file-screen'
import { mayImportMoney } from '@/lib/connect/money-reports/may-import'
import { getMoneyFileView } from '@/lib/connect/money-reports/views'

export const generateMetadata = pageTitle('moneyFiles')

export default memberPage(
  'reconciliation.read',
  async ({ member, params, searchParams }) => {
    const view = await getMoneyFileView(member, params.id ?? '', { tab: searchParams.tab, after: searchParams.after })
    if (!view) notFound()
    return (
      <>
        {view.run.state === 'done' && <NextStep member={member} own={['connect']} />}
        <MoneyFileScreen view={view} mayImport={mayImportMoney(member)} />
        <RecordHistory kind="import" id={params.id!} />
      </>
    )
  },
  ['moneyFiles', 'imports.result.move'],
)
