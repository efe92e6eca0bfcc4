import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { FreightScreen } from '@/components/money/payouts/freight-screen'
import { getFreightFor } from '@/lib/money/payouts/freight-views'

export const generateMetadata = pageTitle('shopeeFreight')

export default memberPage(
  'money.read',
  async ({ member, searchParams }) => <FreightScreen view={await getFreightFor(member, searchParams)} />,
  ['exports'],
)
