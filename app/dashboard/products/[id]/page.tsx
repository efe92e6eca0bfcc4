import { notFound } from 'next/navigation'
import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { ProductMarket } from '@/components/catalog/products/product-market'
import { ProductScreen } from '@/components/catalog/products/product-screen'
import { ProductForecastCard } from '@/components/catalog/purchases/forecast-card'
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
    const { id, sku, archivedAt } = view.product
    const forecast = view.kit || archivedAt ? null : <ProductForecastCard member={member} id={id} sku={sku} />
    return <ProductScreen view={view} timeZone={member.timeZone} market={market} forecast={forecast} costs={costs} />
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
