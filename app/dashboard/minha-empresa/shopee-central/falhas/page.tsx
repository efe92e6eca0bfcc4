import { memberPage } from '@/app/dashboard/member-page'
import { FailuresScreen } from '@/components/sales/dispatch/failures-screen'
import { getFailuresFor } from '@/lib/sales/dispatch/failures'
import { tabTitle } from '../tab-title'

export const generateMetadata = tabTitle('failures')

export default memberPage(
  'dispatch.work',
  async ({ member, searchParams }) => (
    <FailuresScreen failures={await getFailuresFor(member, searchParams)} timeZone={member.timeZone} />
  ),
  ['dispatch.failures'],
)
