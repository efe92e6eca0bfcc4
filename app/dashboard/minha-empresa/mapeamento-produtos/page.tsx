import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { NextStep } from '@/components/insight/setup-guide/next-step'
import { MappingScreen } from '@/components/catalog/mapping/mapping-screen'
import { getMappingFor } from '@/lib/catalog/mapping/views'

export const generateMetadata = pageTitle('companyMapping')

export default memberPage(
  'listing.map',
  async ({ member, searchParams }) => (
    <>
      <NextStep member={member} own={['products']} />
      <MappingScreen view={await getMappingFor(member, searchParams)} timeZone={member.timeZone} />
    </>
  ),
  ['dispatch.failures.reasons', 'mapping', 'moneyFiles.unread', 'orders.entry', 'products.fields'],
)
