import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { NextStep } from '@/components/insight/setup-guide/next-step'
import { DeskScreen } from '@/components/money/prices/desk-screen'
import { waitShortly } from '@/lib/core/process/wait-shortly'
import { getPriceDeskFor } from '@/lib/money/prices/desk-views'

export const generateMetadata = pageTitle('shopeePriceDesk')

export default memberPage(
  'money.read',
  async ({ member, searchParams }) => {
    const desk = await getPriceDeskFor(member, searchParams)
    // Sums that are there already go with the page; nothing waits for the others.
    await waitShortly([desk.whole], 0)
    return (
      <>
        {desk.shown === 0 && <NextStep member={member} />}
        <DeskScreen desk={desk} timeZone={member.timeZone} />
      </>
    )
  },
  ['campaigns', 'priceDesk'],
)
