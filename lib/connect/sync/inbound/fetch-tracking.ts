import 'server-only'
import { withOrganization } from '@/lib/core/db'
import { getTrackingNumber } from '@/lib/shopee/logistics'
import { ShopeeError } from '@/lib/shopee/errors'
import { withShopToken } from '../../shops/tokens'
import { keepTracking, type TrackedParcel } from './keep-tracking'
import type { SyncShop } from '../streams/sync-shop'

type Parcel = TrackedParcel & { packageNumber: string; orderSn: string }

const AT_ONCE = 10
const SENT_WITHIN_DAYS = 30
const DELIVERED_WITHIN_DAYS = 1

/**
 * Requests the tracking numbers that parcels lack: an order's own answer has none. For the given orders, all; else for
 * those on their way or just delivered (they may have come there between two readings), a few at a time, those that
 * changed last first.
 */
export async function fetchTracking(shop: SyncShop, orderSns: string[] | null = null): Promise<void> {
  const parcels = await withOrganization(
    shop,
    (db) => db.$queryRaw<Parcel[]>`
      SELECT k.id AS "packageId", k.order_id AS "orderId", k.number AS "packageNumber", o.external_code AS "orderSn"
      FROM package k JOIN orders o ON o.organization_id = k.organization_id AND o.id = k.order_id
      WHERE k.organization_id = ${shop.organizationId}::uuid AND k.shop_id = ${shop.shopId}::uuid AND k.tracking_number IS NULL
        AND (o.status IN ('processing', 'shipped')
          OR o.status = 'delivered' AND (${orderSns}::text[] IS NOT NULL OR k.updated_at > now() - make_interval(days => ${DELIVERED_WITHIN_DAYS})))
        AND (${orderSns}::text[] IS NULL OR o.external_code = ANY (${orderSns}::text[]))
        AND o.placed_at > now() - make_interval(days => ${SENT_WITHIN_DAYS})
      ORDER BY k.updated_at DESC, k.id LIMIT ${orderSns ? 200 : AT_ONCE}`,
  )
  for (const parcel of parcels) {
    const number = await requestTracking(shop, parcel).catch(stopQuietly)
    if (number === undefined) return
    if (number) await keepTracking(shop, parcel, number)
  }
}

/** The next poll asks again: a number that is late is no trouble of the orders. */
function stopQuietly(error: unknown): undefined {
  if (!(error instanceof ShopeeError)) throw error
}

/** Null where there is none yet, or the platform would not say for this parcel. */
async function requestTracking(shop: SyncShop, { orderSn, packageNumber }: Parcel): Promise<string | null> {
  try {
    const { data } = await withShopToken(shop, shop.shopId, (caller) =>
      getTrackingNumber(caller, { orderSn, packageNumber }),
    )
    return data.trackingNumber
  } catch (error) {
    if (error instanceof ShopeeError && (error.remedy === 'giveUp' || error.remedy === 'fixInput')) return null
    throw error
  }
}
