import { notFound } from 'next/navigation'
import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { ProductMarket } from '@/components/catalog/products/product-market'
import { ProductScreen } from '@/components/catalog/products/product-screen'
import { ProductCosts } from '@/components/catalog/purchases/product-costs'
import { getProductFor } from '@/lib/catalog/products/views'

export const generateMetadata = pageTitle('products')

export default memberPage(
  'sales.read',
  async ({ member, params, searchParams }) => {
    const view = await getProductFor(member, params.id, searchParams)
    if (!view) notFound()
    const market = <ProductMarket member={member} product={view.product} />
    const costs = view.kit ? null : <ProductCosts member={member} productId={view.product.id} />
    return <ProductScreen view={view} timeZone={member.timeZone} market={market} costs={costs} />
  },
  [
    'mapping.fields',
    'mapping.kit',
    'orders.entry',
    'products',
    'purchases.buying',
    'purchases.cost',
    'purchases.fields',
    'purchases.form',
    'stock.fields',
  ],
)
