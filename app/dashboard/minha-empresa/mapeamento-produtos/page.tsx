import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { NextStepLine } from '@/components/insight/setup-guide/next-step'
import { MappingScreen } from '@/components/catalog/mapping/mapping-screen'
import { getMappingFor } from '@/lib/catalog/mapping/views'
import { getStepAfter } from '@/lib/insight/setup-guide/views'

export const generateMetadata = pageTitle('companyMapping')

export default memberPage(
  'listing.map',
  async ({ member, searchParams }) => {
    const [view, step] = await Promise.all([getMappingFor(member, searchParams), getStepAfter(member, ['products'])])
    return (
      <>
        {step && <NextStepLine step={step} />}
        <MappingScreen view={view} timeZone={member.timeZone} />
      </>
    )
  },
  ['dispatch.failures.reasons', 'mapping', 'moneyFiles.unread', 'orders.entry', 'products.fields'],
)
