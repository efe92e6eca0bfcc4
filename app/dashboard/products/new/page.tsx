import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { ProductForm } from '@/components/catalog/products/product-form'
import { emptyDraft } from '@/lib/catalog/products/draft'

export const generateMetadata = pageTitle('products')

export default memberPage('product.write', () => <ProductForm initial={emptyDraft()} />, ['products'])
