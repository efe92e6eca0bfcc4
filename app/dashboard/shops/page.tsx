import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { ShopsScreen } from '@/components/connect/shops/shops-screen'
import { getShopsFor } from '@/lib/connect/shops/views'

export const generateMetadata = pageTitle('shops')

export default memberPage(
  'sales.read',
  async ({ member, searchParams }) => <ShopsScreen view={await getShopsFor(member, searchParams)} />,
  ['companyData.outlets', 'shops'],
)
