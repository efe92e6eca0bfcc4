import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { DeskScreen } from '@/components/money/prices/desk-screen'
import { getPriceDeskFor } from '@/lib/money/prices/desk-views'

export const generateMetadata = pageTitle('shopeePriceDesk')

export default memberPage(
  'money.read',
  async ({ member, searchParams }) => (
    <DeskScreen desk={await getPriceDeskFor(member, searchParams)} timeZone={member.timeZone} />
  ),
  ['campaigns', 'priceDesk.form'],
)
