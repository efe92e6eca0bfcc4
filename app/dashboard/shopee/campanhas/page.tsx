import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { CampaignsScreen } from '@/components/money/campaigns/campaigns-screen'
import { listCampaignsFor } from '@/lib/money/campaigns/views'

export const generateMetadata = pageTitle('shopeeCampaigns')

export default memberPage(
  'money.read',
  async ({ member }) => <CampaignsScreen list={await listCampaignsFor(member)} />,
  ['campaigns'],
)
