import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { LimitsScreen } from '@/components/money/revenue-limits/limits-screen'
import { getLimitsFor } from '@/lib/money/revenue-limits/views'

export const generateMetadata = pageTitle('shopeeLimits')

export default memberPage('money.read', async ({ member }) => <LimitsScreen view={await getLimitsFor(member)} />)
