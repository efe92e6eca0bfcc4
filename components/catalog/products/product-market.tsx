import { getProductSalesFor } from '@/lib/insight/analytics/product-sales'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { listProductListingsFor } from '@/lib/catalog/mapping/product-listings'
import { ListingsCard } from './listings-card'
import { SalesCard } from './sales-card'

type ProductMarketProps = { member: Member; product: { id: string; sku: string } }

/** The product's recent sales, as far as the role sees them, and its listings. */
export async function ProductMarket({ member, product: { id, sku } }: ProductMarketProps) {
  const [sales, listings] = await Promise.all([getProductSalesFor(member, id), listProductListingsFor(member, id)])
  return (
    <>
      {sales && <SalesCard sales={sales} sku={sku} />}
      <ListingsCard
        listings={listings}
        canMap={can(member.role, 'listing.map')}
        pricesHref={
          can(member.role, 'money.read') ? `/dashboard/shopee/mesa-de-precos?q=${encodeURIComponent(sku)}` : null
        }
      />
    </>
  )
}
