import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { HubScreen } from '@/components/insight/hub/hub-screen'
import { NextStep } from '@/components/insight/setup-guide/next-step'
import { FirstHistories } from '@/components/connect/shops/first-histories'
import { getHubFor } from '@/lib/insight/hub/views'

export const generateMetadata = pageTitle('companyHub')

export default memberPage('sales.read', async ({ member }) => (
  <>
    <FirstHistories member={member} />
    <NextStep member={member} />
    <HubScreen view={await getHubFor(member)} />
  </>
))
