import { memberPage } from '@/app/dashboard/member-page'
import { ReturnsScreen } from '@/components/sales/returns/returns-screen'
import { getReturnsFor } from '@/lib/sales/returns/views'
import { roomTitle } from '../room-title'

export const generateMetadata = roomTitle('returns')

export default memberPage(
  'dispatch.work',
  async ({ member, searchParams }) => (
    <ReturnsScreen list={await getReturnsFor(member, searchParams)} timeZone={member.timeZone} now={new Date()} />
  ),
  ['bench', 'returns'],
)
