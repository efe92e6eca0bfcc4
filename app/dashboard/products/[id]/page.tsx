import { notFound } from 'next/navigation'
import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { ProductScreen } from '@/components/products/product-screen'
import { getProductFor } from '@/lib/products/views'

export const generateMetadata = pageTitle('products')

export default memberPage('sales.read', async ({ member, params, searchParams }) => {
  const view = await getProductFor(member, params.id, searchParams)
  if (!view) notFound()
  return <ProductScreen view={view} timeZone={member.timeZone} />
})
