import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { CasesScreen } from '@/components/money/cases/cases-screen'
import { getCasesFor } from '@/lib/money/cases/views'

export const generateMetadata = pageTitle('reconciliationCases')

export default memberPage(
  'reconciliation.read',
  async ({ member, searchParams }) => <CasesScreen queue={await getCasesFor(member, searchParams)} />,
  ['cases', 'reconciliation.causes'],
)
