import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { NewPurchaseScreen } from '@/components/catalog/purchases/new-purchase-screen'
import { getPurchaseFormFor } from '@/lib/catalog/purchases/views'

export const generateMetadata = pageTitle('companyNewPurchase')

export default memberPage(
  'sheet.import',
  async ({ member }) => <NewPurchaseScreen form={await getPurchaseFormFor(member)} />,
  [
    'orders.entry',
    'products.fields',
    'products.hints',
    'products.labels',
    'products.quick',
    'purchases.fields',
    'purchases.form',
    'purchases.suppliers',
  ],
)
