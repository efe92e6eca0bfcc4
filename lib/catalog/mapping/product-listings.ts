import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { withOrganization } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asId } from '@/lib/core/keyset'

const SHOWN = 50

export type ProductListing = {
  id: string
  title: string
  variation: string | null
  sku: string | null
  shopName: string
  priceCents: bigint | null
  /** Null while only a sheet named it. */
  platformStock: number | null
  /** Units of the product in one of the listing. */
  quantity: number
}

/** The listings that sell a product and are not gone, up to 50, the shops in order. */
export async function listProductListingsFor(
  viewer: Pick<Member, 'organizationId' | 'role' | 'legalEntityIds'>,
  id: string,
): Promise<ProductListing[]> {
  if (!can(viewer.role, 'sales.read')) throw new UserError('permissionDenied')
  const productId = asId(id)
  if (!productId) return []
  const { organizationId } = viewer
  const rows = await withOrganization(viewer, (db) =>
    db.listing.findMany({
      where: { organizationId, productId, goneAt: null },
      select: {
        id: true,
        title: true,
        variation: true,
        sku: true,
        priceCents: true,
        platformStock: true,
        productQuantity: true,
        shop: { select: { name: true } },
      },
      orderBy: [{ shop: { name: 'asc' } }, { title: 'asc' }, { id: 'asc' }],
      take: SHOWN,
    }),
  )
  return rows.map(({ shop, productQuantity, ...row }) => ({ ...row, shopName: shop.name, quantity: productQuantity }))
}
