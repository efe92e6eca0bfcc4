import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { NextStep } from '@/components/insight/setup-guide/next-step'
import { ShopsScreen } from '@/components/connect/shops/shops-screen'
import { getShopsFor } from '@/lib/connect/shops/views'

export const generateMetadata = pageTitle('companyShops')

export default memberPage(
  'sales.read',
  async ({ member, searchParams }) => (
    <>
      <NextStep member={member} own={['connect', 'ads']} />
      <ShopsScreen view={await getShopsFor(member, searchParams)} company />
    </>
  ),
  ['companyData.outlets', 'shops'],
)
