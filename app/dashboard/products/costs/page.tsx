import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { StepAfter } from '@/components/insight/setup-guide/next-step'
import { CostsScreen } from '@/components/catalog/products/costs-screen'
import { getMissingCostsFor } from '@/lib/catalog/costs/missing-costs'

export const generateMetadata = pageTitle('productCosts')

export default memberPage(
  'product.write',
  async ({ member }) => (
    <>
      <StepAfter member={member} done={['costs']} />
      <CostsScreen view={await getMissingCostsFor(member)} />
    </>
  ),
  ['products.costs', 'purchases.fields'],
)
