import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { CostsScreen } from '@/components/catalog/products/costs-screen'
import { getMissingCostsFor } from '@/lib/catalog/products/missing-costs'

export const generateMetadata = pageTitle('productCosts')

export default memberPage(
  'product.write',
  async ({ member }) => <CostsScreen view={await getMissingCostsFor(member)} />,
  ['products.costs', 'purchases.fields'],
)
