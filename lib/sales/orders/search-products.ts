import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { withOrganization } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asId } from '@/lib/core/keyset'
import { limitCalls, type CallLimit } from '@/lib/core/http/rate-limit'
import type { SellableProduct } from './cart'
import { maxOrderLines } from './schema'
import { findSellableProducts, getSellableProduct, listSellableProducts } from './sellable-products'

const SEARCH_LIMIT: CallLimit = { name: 'product-search', points: 600, seconds: 60 }
const SHOWN = 8
const MAX_CHARS = 200

/** For the order form: `code` one product exactly, `ids` those of a kept cart, `q` a search. */
export async function searchProductsFor(
  viewer: Pick<Member, 'organizationId' | 'role' | 'userId'>,
  query: URLSearchParams,
): Promise<SellableProduct[]> {
  const { organizationId } = viewer
  if (query.get('organization') !== organizationId) throw new UserError('organizationChanged')
  if (!can(viewer.role, 'order.create')) throw new UserError('permissionDenied')
  await limitCalls(SEARCH_LIMIT, viewer.userId)
  const text = (name: string) => (query.get(name) ?? '').replaceAll('\0', '').trim().slice(0, MAX_CHARS)
  const ids = (query.get('ids') ?? '').split(',', maxOrderLines).flatMap((id) => asId(id) ?? [])
  return withOrganization(viewer, async (db) => {
    if (ids.length > 0) return listSellableProducts(db, organizationId, ids)
    const code = text('code')
    if (!code) return findSellableProducts(db, organizationId, text('q'), SHOWN)
    const product = await getSellableProduct(db, organizationId, code)
    return product ? [product] : []
  })
}
