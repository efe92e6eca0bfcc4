import { notFound } from 'next/navigation'
import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { RecordHistory } from '@/components/insight/audit-log/record-history'
import { InvoiceScreen } from '@/components/catalog/purchases/invoice-screen'
import { getInvoiceFor } from '@/lib/catalog/purchases/views'

export const generateMetadata = pageTitle('companyPurchases')

export default memberPage(
  'sheet.import',
  async ({ member, params }) => {
    const invoice = await getInvoiceFor(member, params.id)
    if (!invoice) notFound()
    return (
      <>
        <InvoiceScreen invoice={invoice} />
        <RecordHistory kind="purchaseInvoice" id={params.id!} />
      </>
    )
  },
  ['orders.entry', 'purchases.fields', 'purchases.invoice'],
)
