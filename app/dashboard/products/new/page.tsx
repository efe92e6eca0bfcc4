import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { ProductForm } from '@/components/products/product-form'
import { emptyDraft } from '@/lib/products/draft'
import { getProductDefaultsFor } from '@/lib/products/views'

export const generateMetadata = pageTitle('products')

export default memberPage('product.write', async ({ member }) => {
  const { minimumStock } = await getProductDefaultsFor(member)
  return <ProductForm initial={emptyDraft(minimumStock)} />
})
