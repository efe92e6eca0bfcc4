import 'server-only'
import type { Db } from '@/lib/core/db'
import type { Answer } from '@/lib/shopee/app'
import type { ShopeeOrder } from '@/lib/shopee/reshape-order'
import { isLongAgo } from './return-row'
import { storedJson } from '@/lib/core/stored-json'
import type { SyncShop } from '../streams/sync-shop'

const kinds: Record<string, 'failed_delivery' | 'lost'> = {
  LOGISTICS_DELIVERY_FAILED: 'failed_delivery',
  LOGISTICS_LOST: 'lost',
}

const isCancelledOnItsWay = ({ status, pickedUpAt, updatedAt }: ShopeeOrder) =>
  status === 'CANCELLED' && pickedUpAt !== null && !isLongAgo(updatedAt)

/** A parcel that comes back undelivered, or never, is a return that no buyer asked for: the platform gives it no number, so it has its order's. */
export async function noteLostParcels(db: Db, { shopId }: SyncShop, batch: Answer<ShopeeOrder>[]): Promise<void> {
  const rows = batch.flatMap(({ data: order }) => {
    const lostStatus =
      order.packages.find(({ logisticsStatus }) => kinds[logisticsStatus ?? ''])?.logisticsStatus ?? null
    if (lostStatus === null && !isCancelledOnItsWay(order)) return []
    const parcels = order.packages.filter(({ logisticsStatus: at }) =>
      lostStatus === null ? at !== 'LOGISTICS_DELIVERY_DONE' : kinds[at ?? ''],
    )
    if (parcels.length === 0) return []
    const kind = lostStatus === null ? 'failed_delivery' : kinds[lostStatus]!
    const items = parcels.flatMap((parcel) =>
      parcel.items.map(({ itemId, modelId, quantity }) => {
        const sold = order.items.find((item) => item.itemId === itemId && item.modelId === modelId)
        const { sku = null, name: title = '', modelName = null } = sold ?? {}
        return { item: itemId, model: modelId, s: sku, t: title, v: modelName, q: quantity, refund: 0 }
      }),
    )
    const at = order.updatedAt.toISOString()
    const state = isLongAgo(order.updatedAt) ? 'closed' : kind === 'lost' ? 'open' : 'incoming'
    const said = { platformStatus: lostStatus, reason: order.cancelReason, text: null, images: [] }
    const when = { due: null, tracking: null, openedAt: at, platformAt: at }
    return [{ number: order.orderSn, code: order.orderSn, kind, state, ...said, refund: 0, ...when, items }]
  })
  if (rows.length > 0) await db.$executeRaw`SELECT write_returns(${shopId}::uuid, ${storedJson(rows)}::jsonb)`
}
