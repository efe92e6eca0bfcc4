import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { withOrganization } from '@/lib/core/db'
import { listShortOrders } from '@/lib/sales/dispatch/short-orders'
import { UserError } from '@/lib/core/errors'
import { listListingsOf, type StoppedListing } from './miss-listings'
import { missCheckMs, type MissList, type MissState } from './shelf-miss-schema'

/** As some of these end, the later ones come. */
const SHOWN = 200

/** Products that were missing at their shelf and are not sold until somebody says how it goes on. */
export async function listMissesFor(viewer: Pick<Member, 'organizationId' | 'role'>): Promise<MissList> {
  const { organizationId, role } = viewer
  if (!can(role, 'dispatch.work')) throw new UserError('permissionDenied')
  return withOrganization(viewer, async (db) => {
    const where = { organizationId, endedAt: null }
    const misses = await db.shelfMiss.findMany({
      where,
      select: {
        id: true,
        productId: true,
        unitsBefore: true,
        unitsCounted: true,
        reason: true,
        createdAt: true,
        confirmedAt: true,
        product: { select: { sku: true, title: true } },
      },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      take: SHOWN,
    })
    if (misses.length === 0) return { misses: [], total: 0 }
    const total = misses.length < SHOWN ? misses.length : await db.shelfMiss.count({ where })
    const products = misses.map(({ productId }) => productId)
    const listings = await listListingsOf(db, organizationId, products)
    const short = await listShortOrders(db, organizationId)
    const shown = misses.map(({ product, ...miss }) => ({
      id: miss.id,
      productId: miss.productId,
      sku: product.sku,
      title: product.title,
      unitsBefore: miss.unitsBefore.toString(),
      unitsCounted: miss.unitsCounted.toString(),
      reason: miss.reason,
      createdAt: miss.createdAt.toISOString(),
      state: stateOf(miss, listings),
      listings: listings
        .filter(({ productId }) => productId === miss.productId)
        .map(({ productId: _, shopId: _shop, itemId: _item, ...listing }) => listing),
      orders: short
        .filter(({ productId }) => productId === miss.productId)
        .map(({ orderId, code, shipBy }) => ({ id: orderId, code, shipBy: shipBy?.toISOString() ?? null })),
    }))
    return { misses: shown, total }
  })
}

function stateOf(
  { productId, createdAt, confirmedAt }: { productId: string; createdAt: Date; confirmedAt: Date | null },
  listings: readonly StoppedListing[],
): MissState {
  const ours = listings.filter((listing) => listing.productId === productId && listing.isOurs)
  if (ours.length === 0) return 'noListings'
  if (confirmedAt && ours.every(({ isStopped }) => isStopped)) return 'confirmed'
  if (confirmedAt && ours.every(({ isStopped, isPromoted }) => isStopped || isPromoted)) return 'promotion'
  return Date.now() - createdAt.getTime() < missCheckMs ? 'checking' : 'unconfirmed'
}
