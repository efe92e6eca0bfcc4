import { notFound } from 'next/navigation'
import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { ProductScreen } from '@/components/products/product-screen'
import { BuyingCard } from '@/components/purchases/buying-card'
import { CostCard } from '@/components/purchases/cost-card'
import { getProductFor } from '@/lib/products/views'
import { getBuyingFor, getCostHistoryFor } from '@/lib/purchases/views'

export const generateMetadata = pageTitle('products')

export default memberPage(
  'sales.read',
  async ({ member, params, searchParams }) => {
    const view = await getProductFor(member, params.id, searchParams)
    if (!view) notFound()
    const history = view.kit ? null : await getCostHistoryFor(member, params.id)
    const buying = view.kit ? null : await getBuyingFor(member, params.id)
    const { id } = view.product
    const costs = (
      <>
        {history && <CostCard productId={id} history={history} />}
        {buying && <BuyingCard key={buying.version} productId={id} buying={buying} />}
      </>
    )
    return <ProductScreen view={view} timeZone={member.timeZone} costs={costs} />
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
