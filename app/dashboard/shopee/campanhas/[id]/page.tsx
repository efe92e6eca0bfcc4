import { notFound } from 'next/navigation'
import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { RecordHistory } from '@/components/insight/audit-log/record-history'
import { CampaignScreen } from '@/components/money/campaigns/campaign-screen'
import { getCampaignFor } from '@/lib/money/campaigns/views'

export const generateMetadata = pageTitle('shopeeCampaigns')

export default memberPage(
  'money.read',
  async ({ member, params, searchParams }) => {
    const campaign = await getCampaignFor(member, params.id, searchParams)
    if (!campaign) notFound()
    return (
      <>
        <CampaignScreen campaign={campaign} />
        <RecordHistory kind="campaign" id={params.id!} />
      </>
    )
  },
  ['campaigns'],
)
