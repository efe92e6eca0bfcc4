import { notFound } from 'next/navigation'
import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { RecordHistory } from '@/components/insight/audit-log/record-history'
import { PurchaseScreen } from '@/components/catalog/purchases/purchase-screen'
import { getPurchaseFor } from '@/lib/catalog/purchases/views'

export const generateMetadata = pageTitle('companyPurchases')

export default memberPage(
  'sheet.import',
  async ({ member, params }) => {
    const view = await getPurchaseFor(member, params.id)
    if (!view) notFound()
    return (
      <>
        <PurchaseScreen view={view} timeZone={member.timeZone} />
        <RecordHistory kind="purchase" id={params.id!} />
      </>
    )
  },
  [
    'orders.entry',
    'products.fields',
    'products.hints',
    'products.labels',
    'products.quick',
    'purchases.detail',
    'purchases.fields',
    'purchases.form',
    'purchases.receipts',
    'purchases.receive',
    'purchases.suppliers',
  ],
)
