import 'server-only'
import { withOrganization } from '@/lib/core/db'
import { CANCEL_BELIEVED_HOURS, CANCEL_CONFIRM_MINUTES } from '@/lib/sales/orders/platform-cancel'
import { ORDER_DETAILS_AT_ONCE } from '@/lib/shopee/orders'
import { readOrders } from './sync-orders'
import type { SyncShop } from '../streams/sync-shop'
import { changeOrders } from './watch-packages'
import { writeOrders } from './write-orders'

/**
 * Asks again about orders that were cancelled a while ago and have a valid invoice: it is urgent to cancel only once
 * the platform has said so twice. An order that is alive again is written as it is now.
 */
export async function confirmCancellations(shop: SyncShop, now = new Date()): Promise<void> {
  const codes = await listUnconfirmed(shop, now)
  if (codes.length === 0) return
  const answers = await readOrders(shop, codes)
  await writeOrders(shop, answers)
  const cancelled = answers.flatMap(({ data }) => (data.status === 'CANCELLED' ? [data.orderSn] : []))
  const { organizationId, shopId } = shop
  await changeOrders(
    shop,
    (db) => db.$executeRaw`
      UPDATE orders o SET cancel_confirmed_at = ${now}::timestamptz
      WHERE o.organization_id = ${organizationId}::uuid AND o.platform = 'shopee' AND o.shop_id = ${shopId}::uuid
        AND o.external_code = ANY (${cancelled}::text[]) AND o.status = 'cancelled'`,
  )
}

async function listUnconfirmed({ organizationId, shopId }: SyncShop, now: Date): Promise<string[]> {
  const rows = await withOrganization(
    { organizationId },
    (db) => db.$queryRaw<{ code: string }[]>`
      SELECT o.external_code AS code FROM orders o
      WHERE o.organization_id = ${organizationId}::uuid AND o.status = 'cancelled' AND o.invoice_state = 'valid' AND o.shipped_at IS NULL
        AND o.platform = 'shopee' AND o.shop_id = ${shopId}::uuid AND o.cancel_confirmed_at IS NULL
        AND o.cancelled_at <= ${now}::timestamptz - make_interval(mins => ${CANCEL_CONFIRM_MINUTES})
        AND o.cancelled_at > ${now}::timestamptz - make_interval(hours => ${CANCEL_BELIEVED_HOURS})
      ORDER BY o.cancelled_at, o.id LIMIT ${ORDER_DETAILS_AT_ONCE}`,
  )
  return rows.map(({ code }) => code)
}
