import 'server-only'
import type { Db } from '../db'
import type { Answer } from '../shopee/app'
import type { ShopeeOrder } from '../shopee/reshape-order'
import { storedJson } from './stored-json'
import type { SyncShop } from './sync-shop'

const kinds: Record<string, 'failed_delivery' | 'lost'> = {
  LOGISTICS_DELIVERY_FAILED: 'failed_delivery',
  LOGISTICS_LOST: 'lost',
}

/** A parcel that comes back undelivered, or never, is a return that no buyer asked for: the platform gives it no number, so it has its order's. */
export async function noteLostParcels(db: Db, { shopId }: SyncShop, batch: Answer<ShopeeOrder>[]): Promise<void> {
  const rows = batch.flatMap(({ data: order }) => {
    const parcels = order.packages.filter(({ logisticsStatus }) => kinds[logisticsStatus ?? ''])
    if (parcels.length === 0) return []
    const kind = kinds[parcels[0]!.logisticsStatus!]!
    const items = parcels.flatMap((parcel) =>
      parcel.items.map(({ itemId, modelId, quantity }) => {
        const sold = order.items.find((item) => item.itemId === itemId && item.modelId === modelId)
        const { sku = null, name: title = '', modelName = null } = sold ?? {}
        return { item: itemId, model: modelId, s: sku, t: title, v: modelName, q: quantity, refund: 0 }
      }),
    )
    const at = order.updatedAt.toISOString()
    const state = kind === 'lost' ? 'open' : 'incoming'
    const told = { platformStatus: parcels[0]!.logisticsStatus, reason: order.cancelReason, text: null, images: [] }
    const when = { due: null, tracking: null, openedAt: at, platformAt: at }
    return [{ number: order.orderSn, code: order.orderSn, kind, state, ...told, refund: 0, ...when, items }]
  })
  if (rows.length > 0) await db.$executeRaw`SELECT write_returns(${shopId}::uuid, ${storedJson(rows)}::jsonb)`
}
