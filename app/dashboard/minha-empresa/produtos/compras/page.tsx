import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { PurchasesScreen } from '@/components/purchases/purchases-screen'
import { getPurchaseListFor } from '@/lib/purchases/views'

export const generateMetadata = pageTitle('companyPurchases')

export default memberPage(
  'sheet.import',
  async ({ member, searchParams }) => (
    <PurchasesScreen list={await getPurchaseListFor(member, searchParams)} timeZone={member.timeZone} />
  ),
  ['exports', 'purchases.fields', 'purchases.upload'],
)
