import { notFound } from 'next/navigation'
import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { InvoiceScreen } from '@/components/purchases/invoice-screen'
import { getInvoiceFor } from '@/lib/purchases/views'

export const generateMetadata = pageTitle('companyPurchases')

export default memberPage(
  'sheet.import',
  async ({ member, params }) => {
    const invoice = await getInvoiceFor(member, params.id)
    if (!invoice) notFound()
    return <InvoiceScreen invoice={invoice} />
  },
  ['orders.entry', 'purchases.fields', 'purchases.invoice'],
)
