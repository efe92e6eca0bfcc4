import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { NextStepLine } from '@/components/insight/setup-guide/next-step'
import { CostsScreen } from '@/components/catalog/products/costs-screen'
import { getMissingCostsFor } from '@/lib/catalog/costs/missing-costs'
import { can } from '@/lib/core/permissions'
import { getStepAfter } from '@/lib/insight/setup-guide/views'

export const generateMetadata = pageTitle('productCosts')

export default memberPage(
  'product.write',
  async ({ member }) => {
    const [view, step] = await Promise.all([getMissingCostsFor(member), getStepAfter(member, ['costs'])])
    return (
      <>
        {step && <NextStepLine step={step} />}
        <CostsScreen view={view} seesResult={can(member.role, 'money.read')} />
      </>
    )
  },
  ['products.costs', 'purchases.fields'],
)
