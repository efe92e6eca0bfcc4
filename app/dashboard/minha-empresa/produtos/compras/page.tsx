import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { PurchasesScreen } from '@/components/catalog/purchases/purchases-screen'
import { getPurchaseListFor } from '@/lib/catalog/purchases/views'

export const generateMetadata = pageTitle('companyPurchases')

export default memberPage(
  'sheet.import',
  async ({ member, searchParams }) => (
    <PurchasesScreen list={await getPurchaseListFor(member, searchParams)} timeZone={member.timeZone} />
  ),
  ['exports', 'purchases.fields', 'purchases.upload'],
)
