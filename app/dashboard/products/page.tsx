import { redirect } from 'next/navigation'
import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { ProductsScreen } from '@/components/catalog/products/products-screen'
import { NextStep } from '@/components/insight/setup-guide/next-step'
import { productsPath } from '@/lib/catalog/products/filters'
import { getProductListFor } from '@/lib/catalog/products/views'

export const generateMetadata = pageTitle('products')

export default memberPage(
  'sales.read',
  async ({ member, searchParams }) => {
    if (searchParams.new) redirect(`${productsPath}/new`)
    return (
      <>
        <NextStep member={member} />
        <ProductsScreen list={await getProductListFor(member, searchParams)} />
      </>
    )
  },
  ['exports', 'products.bulk', 'products.costs', 'purchases.fields'],
)
