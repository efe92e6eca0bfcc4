import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { NextStep } from '@/components/insight/setup-guide/next-step'
import { CostsScreen } from '@/components/catalog/products/costs-screen'
import { getMissingCostsFor } from '@/lib/catalog/costs/missing-costs'
import { can } from '@/lib/core/permissions'

export const generateMetadata = pageTitle('productCosts')

export default memberPage(
  'product.write',
  async ({ member }) => (
    <>
      <NextStep member={member} own={['costs']} />
      <CostsScreen view={await getMissingCostsFor(member)} seesResult={can(member.role, 'money.read')} />
    </>
  ),
  ['products.costs', 'purchases.fields'],
)
