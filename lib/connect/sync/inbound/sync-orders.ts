import 'server-only'
import { withOrganization } from '@/lib/core/db'
import { withShopToken } from '../../shops/tokens'
import type { Answer, Readings } from '@/lib/shopee/app'
import { isRecord } from '@/lib/shopee/envelope'
import { ShopeeError } from '@/lib/shopee/errors'
import { getOrderDetails, ORDER_DETAILS_AT_ONCE } from '@/lib/shopee/orders'
import type { ShopeeOrder } from '@/lib/shopee/reshape-order'
import { noteFailure } from '../streams/failures'
import type { SyncShop } from '../streams/sync-shop'
import { writeOrders, type WrittenOrders } from './write-orders'

export const chunksOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))

/** Reads these orders again and writes them as they are now. */
export async function syncOrders(shop: SyncShop, orderSns: readonly string[]): Promise<WrittenOrders> {
  const total: WrittenOrders = { created: 0, updated: 0, kept: 0 }
  for (const sns of chunksOf([...new Set(orderSns)], ORDER_DETAILS_AT_ONCE)) {
    const counts = await writeOrders(shop, await readOrders(shop, sns))
    total.created += counts.created
    total.updated += counts.updated
    total.kept += counts.kept
  }
  return total
}

/** Up to 50 orders. An order that the platform leaves out or that cannot be read is recorded, to be requested again. */
export async function readOrders(shop: SyncShop, orderSns: string[]): Promise<Answer<ShopeeOrder>[]> {
  const { read, unreadable } = await fetchOrders(shop, orderSns)
  const here = new Set(read.map(({ data }) => data.orderSn))
  const odd = new Set(unreadable.map(({ raw }) => (isRecord(raw) ? String(raw.order_sn) : '')))
  const missing = orderSns.filter((orderSn) => !here.has(orderSn))
  if (missing.length > 0)
    await withOrganization(shop, async (db) => {
      for (const subject of missing) {
        const error = odd.has(subject) ? 'unexpectedShape' : 'notFound'
        await noteFailure(db, shop, { shopId: shop.shopId, operation: 'order', subject, error })
      }
    })
  return read
}

/** One order that the platform does not know has it refuse all that were asked for with it: then they are asked for in halves. */
async function fetchOrders(shop: SyncShop, orderSns: string[]): Promise<Readings<ShopeeOrder>> {
  try {
    return await withShopToken(shop, shop.shopId, (caller) => getOrderDetails(caller, orderSns))
  } catch (error) {
    if (!(error instanceof ShopeeError) || error.kind !== 'notFound') throw error
    if (orderSns.length === 1) return { read: [], unreadable: [] }
    const middle = Math.ceil(orderSns.length / 2)
    const [first, second] = [
      await fetchOrders(shop, orderSns.slice(0, middle)),
      await fetchOrders(shop, orderSns.slice(middle)),
    ]
    return { read: [...first.read, ...second.read], unreadable: [...first.unreadable, ...second.unreadable] }
  }
}
