import { notFound } from 'next/navigation'
import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { ProductScreen } from '@/components/products/product-screen'
import { CostCard } from '@/components/purchases/cost-card'
import { getProductFor } from '@/lib/products/views'
import { getCostHistoryFor } from '@/lib/purchases/views'

export const generateMetadata = pageTitle('products')

export default memberPage('sales.read', async ({ member, params, searchParams }) => {
  const view = await getProductFor(member, params.id, searchParams)
  if (!view) notFound()
  const history = view.kit ? null : await getCostHistoryFor(member, params.id)
  const costs = history && <CostCard productId={view.product.id} history={history} />
  return <ProductScreen view={view} timeZone={member.timeZone} costs={costs} />
})
