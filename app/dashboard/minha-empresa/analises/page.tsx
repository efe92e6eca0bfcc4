import { memberPage, type SearchParams } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { AnalyticsScreen } from '@/components/insight/analytics/analytics-screen'
import { FirstHistories } from '@/components/connect/shops/first-histories'
import { NextStep } from '@/components/insight/setup-guide/next-step'
import type { Member } from '@/lib/identity/auth/member'
import { getAnalyticsFor, pageRows } from '@/lib/insight/analytics/views'

export const generateMetadata = pageTitle('companyAnalytics')

export default memberPage(
  'sales.read',
  ({ member, searchParams }) => (
    <>
      <FirstHistories member={member} />
      <NextStep member={member} />
      <Analytics member={member} query={searchParams} />
    </>
  ),
  ['exports'],
)

/** A component of its own, so that the three read at the same time. */
async function Analytics({ member, query }: { member: Member; query: SearchParams }) {
  return <AnalyticsScreen view={await getAnalyticsFor(member, query)} viewer={member} pageRows={pageRows} />
}
