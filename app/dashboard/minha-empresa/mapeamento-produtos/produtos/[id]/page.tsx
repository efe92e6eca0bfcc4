import { notFound } from 'next/navigation'
import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { RecordHistory } from '@/components/insight/audit-log/record-history'
import { ProductsScreen } from '@/components/catalog/mapping/products-screen'
import { getProductsRunFor } from '@/lib/catalog/mapping/products-view'

export const generateMetadata = pageTitle('companyMapping')

export default memberPage(
  'product.write',
  async ({ member, params, searchParams }) => {
    const view = await getProductsRunFor(member, params.id, searchParams)
    if (!view) notFound()
    return (
      <>
        <ProductsScreen view={view} />
        <RecordHistory kind="listing" id={view.run.id} />
      </>
    )
  },
  ['mapping.fields', 'mapping.products', 'mapping.remap', 'mapping.run', 'moneyFiles.unread', 'products.fields'],
)
