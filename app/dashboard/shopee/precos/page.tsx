import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { PricesScreen } from '@/components/money/fees/prices-screen'
import { getPricesFor } from '@/lib/money/fees/price-views'

export const generateMetadata = pageTitle('shopeePrices')

export default memberPage(
  'money.read',
  async ({ member, searchParams }) => <PricesScreen list={await getPricesFor(member, searchParams)} />,
  ['exports', 'fees.prices'],
)
