import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { NextStepLine } from '@/components/insight/setup-guide/next-step'
import { MappingScreen } from '@/components/catalog/mapping/mapping-screen'
import { waitShortly } from '@/lib/core/process/wait-shortly'
import { openMappingFor } from '@/lib/catalog/mapping/views'
import { getStepAfter } from '@/lib/insight/setup-guide/views'

export const generateMetadata = pageTitle('companyMapping')

export default memberPage(
  'listing.map',
  async ({ member, searchParams }) => {
    const [{ view, suggestions }, step] = await Promise.all([
      openMappingFor(member, searchParams),
      getStepAfter(member, ['products']),
    ])
    await waitShortly([suggestions], 0)
    return (
      <>
        {step && <NextStepLine step={step} />}
        <MappingScreen view={view} suggestions={suggestions} timeZone={member.timeZone} />
      </>
    )
  },
  ['dispatch.failures.reasons', 'mapping', 'moneyFiles.unread', 'orders.entry', 'products.fields'],
)
