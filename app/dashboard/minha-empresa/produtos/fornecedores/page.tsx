import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { SuppliersScreen } from '@/components/purchases/suppliers-screen'
import { getSupplierListFor } from '@/lib/purchases/views'

export const generateMetadata = pageTitle('companySuppliers')

export default memberPage(
  'sheet.import',
  async ({ member, searchParams }) => <SuppliersScreen list={await getSupplierListFor(member, searchParams)} />,
  ['exports', 'purchases.fields', 'purchases.suppliers'],
)
