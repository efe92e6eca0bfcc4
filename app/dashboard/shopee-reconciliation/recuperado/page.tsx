import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { RecoveredScreen } from '@/components/money/cases/recovered-screen'
import { getRecoveredFor } from '@/lib/money/cases/recovered'

export const generateMetadata = pageTitle('recovered')

export default memberPage('reconciliation.read', async ({ member }) => (
  <RecoveredScreen recovered={await getRecoveredFor(member)} />
))
