import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { AnalyticsScreen } from '@/components/analytics/analytics-screen'
import { getAnalyticsFor, pageRows } from '@/lib/analytics/views'

export const generateMetadata = pageTitle('companyAnalytics')

export default memberPage(
  'sales.read',
  async ({ member, searchParams }) => (
    <AnalyticsScreen view={await getAnalyticsFor(member, searchParams)} viewer={member} pageRows={pageRows} />
  ),
  ['exports'],
)
