import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { HubScreen } from '@/components/insight/hub/hub-screen'
import { NextStep } from '@/components/insight/setup-guide/next-step'
import { FirstHistories } from '@/components/connect/shops/first-histories'
import type { Member } from '@/lib/identity/auth/member'
import { getHubFor } from '@/lib/insight/hub/views'

export const generateMetadata = pageTitle('companyHub')

export default memberPage('sales.read', ({ member }) => (
  <>
    <FirstHistories member={member} />
    <NextStep member={member} />
    <Hub member={member} />
  </>
))

/** A component of its own, so that the three read at the same time. */
async function Hub({ member }: { member: Member }) {
  return <HubScreen view={await getHubFor(member)} />
}
