import { memberPage } from '@/app/dashboard/member-page'
import { ReturnsScreen } from '@/components/sales/returns/returns-screen'
import { getReturnsFor } from '@/lib/sales/returns/views'
import { tabTitle } from '../tab-title'

export const generateMetadata = tabTitle('returns')

export default memberPage(
  'dispatch.work',
  async ({ member, searchParams }) => (
    <ReturnsScreen list={await getReturnsFor(member, searchParams)} timeZone={member.timeZone} now={new Date()} />
  ),
  ['bench', 'returns'],
)
