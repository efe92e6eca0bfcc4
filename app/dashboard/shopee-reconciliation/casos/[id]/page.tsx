import { notFound } from 'next/navigation'
import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { RecordHistory } from '@/components/insight/audit-log/record-history'
import { CaseScreen } from '@/components/money/cases/case-screen'
import { getCaseFor } from '@/lib/money/cases/views'

export const generateMetadata = pageTitle('reconciliationCases')

export default memberPage(
  'reconciliation.read',
  async ({ member, params }) => {
    const caseView = await getCaseFor(member, params.id)
    if (!caseView) notFound()
    return (
      <>
        <CaseScreen caseView={caseView} timeZone={member.timeZone} />
        <RecordHistory kind="case" id={params.id!} />
      </>
    )
  },
  ['cases'],
)
