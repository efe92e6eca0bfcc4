import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { DashboardScreen } from '@/components/dashboard/dashboard-screen'
import { SecondStepNotice } from '@/components/settings/security/second-step-notice'
import { getAttentionFor, getDashboardFrame, getSalesSummary, listTopProductsFor } from '@/lib/dashboard/views'

export const generateMetadata = pageTitle('dashboard')

export default memberPage('sales.read', async ({ member, searchParams }) => {
  const frame = await getDashboardFrame(member, searchParams)
  const sales = frame.seesTotals
    ? { summary: getSalesSummary(member, frame.filters), topProducts: listTopProductsFor(member, frame.filters) }
    : null
  return (
    <>
      <SecondStepNotice member={member} />
      <DashboardScreen viewer={member} frame={frame} sales={sales} attention={getAttentionFor(member)} />
    </>
  )
})
