import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { PricesScreen } from '@/components/money/fees/prices-screen'
import { waitShortly } from '@/lib/core/process/wait-shortly'
import { openPricesFor } from '@/lib/money/fees/price-views'

export const generateMetadata = pageTitle('shopeePrices')

export default memberPage(
  'money.read',
  async ({ member, searchParams }) => {
    const { list, sums } = await openPricesFor(member, searchParams)
    await waitShortly([sums], 0)
    return <PricesScreen list={list} sums={sums} />
  },
  ['exports', 'fees.prices'],
)
