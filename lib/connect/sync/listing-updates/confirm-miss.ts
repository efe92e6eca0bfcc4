import 'server-only'
import { withOrganization, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { ShopeeError } from '@/lib/shopee/errors'
import { listListingsOf } from '@/lib/catalog/warehouse/miss-listings'
import { missCheckMs } from '@/lib/catalog/warehouse/shelf-miss-schema'
import { enqueueConfirmation } from '@/lib/catalog/warehouse/shelf-miss'
import { planProduct } from './plan-listing-updates'
import { syncItems } from '../inbound/sync-listings'
import { openSyncShop } from '../streams/sync-shop'

const AGAIN_SECONDS = 10
/** Nothing is ours to read now: a listing, or the right to write to one, may still come. */
const IDLE_SECONDS = 60

/** Reads the listings of a missing product from the platform until each that we may write to shows no stock to sell, or only what a promotion holds. */
export async function confirmMiss({ organizationId }: Scope, missId: string): Promise<void> {
  const scope = { organizationId }
  const miss = await withOrganization(scope, (db) =>
    db.shelfMiss.findUnique({
      where: { organizationId_id: { organizationId, id: missId } },
      select: { productId: true, createdAt: true, endedAt: true, confirmedAt: true },
    }),
  )
  if (!miss || miss.endedAt || miss.confirmedAt) return
  const find = () =>
    withOrganization(scope, async (db) =>
      (await listListingsOf(db, organizationId, [miss.productId])).filter(({ isOurs }) => isOurs),
    )
  const ours = await find()
  const wasRead = ours.length > 0 && (await readAgain(scope, ours))
  const isDone = wasRead && (await find()).every(({ isStopped, isPromoted }) => isStopped || isPromoted)
  await withOrganization(scope, async (db) => {
    if (isDone) {
      await db.shelfMiss.updateMany({
        where: { organizationId, id: missId, endedAt: null },
        data: { confirmedAt: new Date() },
      })
      return
    }
    // The platform's present figure is compared with the expected one, and sent once more where it differs.
    await planProduct(db, organizationId, miss.productId)
    const seconds = ours.length > 0 ? AGAIN_SECONDS : IDLE_SECONDS
    if (Date.now() - miss.createdAt.getTime() < missCheckMs) await enqueueConfirmation(db, missId, seconds)
  })
}

/** False where a shop cannot be read now, or where an answer leaves one of these items out: the last figure known of it is our own. */
async function readAgain(
  scope: Scope,
  listings: readonly { shopId: string; itemId: string | null }[],
): Promise<boolean> {
  let wasRead = true
  for (const shopId of new Set(listings.map((listing) => listing.shopId))) {
    const items = listings.flatMap((listing) => (listing.shopId === shopId ? (listing.itemId ?? []) : []))
    try {
      const shop = await openSyncShop(scope, shopId)
      const read = new Set<string>()
      if (shop) await syncItems(shop, items, (rows) => rows.forEach(({ item }) => read.add(item)))
      if (items.some((item) => !read.has(item))) wasRead = false
    } catch (error) {
      if (!(error instanceof ShopeeError) && !(error instanceof UserError)) throw error
      wasRead = false
    }
  }
  return wasRead
}
