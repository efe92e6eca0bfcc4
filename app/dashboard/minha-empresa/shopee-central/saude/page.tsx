import { memberPage } from '@/app/dashboard/member-page'
import { HealthScreen } from '@/components/connect/shop-performance/health-screen'
import { getHealthFor } from '@/lib/connect/shop-performance/views'
import { tabTitle } from '../tab-title'

export const generateMetadata = tabTitle('health')

export default memberPage('dispatch.work', async ({ member }) => (
  <HealthScreen shops={await getHealthFor(member)} timeZone={member.timeZone} />
))
