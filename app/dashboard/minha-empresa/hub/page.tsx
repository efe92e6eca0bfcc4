import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { HubScreen } from '@/components/hub/hub-screen'
import { NextStep } from '@/components/setup/next-step'
import { FirstHistories } from '@/components/shops/first-histories'
import { getHubFor } from '@/lib/hub/views'

export const generateMetadata = pageTitle('companyHub')

export default memberPage('sales.read', async ({ member }) => (
  <>
    <FirstHistories member={member} />
    <NextStep member={member} />
    <HubScreen view={await getHubFor(member)} />
  </>
))
