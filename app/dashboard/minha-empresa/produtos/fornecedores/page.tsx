import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { SuppliersScreen } from '@/components/catalog/purchases/suppliers-screen'
import { getSupplierListFor } from '@/lib/catalog/purchases/views'

export const generateMetadata = pageTitle('companySuppliers')

export default memberPage(
  'sheet.import',
  async ({ member, searchParams }) => <SuppliersScreen list={await getSupplierListFor(member, searchParams)} />,
  ['exports', 'purchases.fields', 'purchases.suppliers'],
)
