import 'server-only'
import { withOrganization } from '@/lib/core/db'
import { keepLabelError } from '@/lib/sales/dispatch/label-error'
import { ShopeeError } from '@/lib/shopee/errors'
import { findDispatchOrders, isOnPlatform, problemOf } from './dispatch-orders'
import { resolveFailures } from '../streams/failures'
import type { Wanted } from './fetch-documents'
import { chooseKinds, fetchReady, noteFailed } from './make-labels'
import { syncActor, type SyncShop } from '../streams/sync-shop'

/**
 * Fetches the labels of these orders that a run asked for and did not wait for any longer: the platform says that they are made.
 * They are at hand for the next printing; what is not made after all goes on waiting.
 */
export async function fetchLabels(shop: SyncShop, orderSns: readonly string[]): Promise<void> {
  const { organizationId, shopId } = shop
  const actor = syncActor(organizationId)
  const wanted = await listRequested(shop, orderSns)
  if (wanted.length === 0) return
  const failed = new Set<Wanted>()
  const fail = async (one: Wanted, error: unknown) => {
    failed.add(one)
    const { errorCode, text } = problemOf(error)
    // A label that is not ready after all goes on waiting.
    if (errorCode !== 'labelNotReady') await noteFailed(actor, one, keepLabelError(errorCode, text))
  }
  try {
    const known = await chooseKinds(actor, shopId, wanted, fail)
    const later = await fetchReady(actor, shopId, known, fail)
    const fetched = known.filter((one) => !later.includes(one) && !failed.has(one))
    const subjects = fetched.map(({ order }) => order.externalCode)
    await withOrganization(shop, (db) => resolveFailures(db, shop, { shopId, operation: 'label', subjects }))
  } catch (error) {
    if (!(error instanceof ShopeeError) || error.remedy === 'waitAndRetry' || error.remedy === 'waitUntil') throw error
  }
}

const listRequested = (shop: SyncShop, orderSns: readonly string[]): Promise<Wanted[]> =>
  withOrganization(shop, async (db) => {
    const { organizationId, shopId } = shop
    const ordersRows = await db.order.findMany({
      where: {
        organizationId,
        shopId,
        externalCode: { in: [...orderSns] },
        packages: { some: { labelState: 'asked' } },
      },
      select: { id: true },
    })
    const orders = await findDispatchOrders(
      db,
      organizationId,
      ordersRows.map(({ id }) => id),
    )
    return orders.filter(isOnPlatform).flatMap((order) =>
      order.packages.flatMap(({ id, number, labelState, trackingNumber }) => {
        if (labelState !== 'asked' || trackingNumber === null) return []
        const packageNumber = order.packages.length > 1 ? number : null
        return {
          order,
          packageId: id,
          parcel: { orderSn: order.externalCode, packageNumber },
          trackingNumber,
          wasRequested: true,
        }
      }),
    )
  })
