import { notFound } from 'next/navigation'
import { getLocale } from 'next-intl/server'
import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { ProductForm } from '@/components/catalog/products/product-form'
import { draftOf } from '@/lib/catalog/products/draft'
import { getProductFor } from '@/lib/catalog/products/views'

export const generateMetadata = pageTitle('products')

export default memberPage(
  'product.write',
  async ({ member, params }) => {
    const view = await getProductFor(member, params.id)
    if (!view) notFound()
    const { product, costs = [], today } = view
    const { id, version, title } = product
    const cost = costs.find(({ fromDay }) => fromDay <= today)?.cost ?? null
    return (
      <ProductForm
        key={version}
        initial={draftOf(product, cost, await getLocale())}
        existing={{ id, version, title }}
      />
    )
  },
  ['products'],
)
