import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { AnalyticsScreen } from '@/components/insight/analytics/analytics-screen'
import { FirstHistories } from '@/components/connect/shops/first-histories'
import { NextStep } from '@/components/insight/setup-guide/next-step'
import { getAnalyticsFor, pageRows } from '@/lib/insight/analytics/views'

export const generateMetadata = pageTitle('companyAnalytics')

export default memberPage(
  'sales.read',
  async ({ member, searchParams }) => (
    <>
      <FirstHistories member={member} />
      <NextStep member={member} />
      <AnalyticsScreen view={await getAnalyticsFor(member, searchParams)} viewer={member} pageRows={pageRows} />
    </>
  ),
  ['exports'],
)
