import type { OrderStatus } from '@/lib/sales/orders/schema'
import type { ShopeeOrder } from '@/lib/shopee/reshape-order'

/** How far the platform has brought an order, as the stages of imports. */
export const stages = { unpaid: 0, toShip: 1, shipped: 2, delivered: 3, completed: 4, cancelled: 9 } as const

export type OrderState = {
  status: OrderStatus
  stage: number
  /** A cancellation waits for an answer. */
  asked: boolean
  /** The parcel comes back, or a refund is asked. */
  inReturn: boolean
}

const plain: Record<string, Pick<OrderState, 'status' | 'stage'>> = {
  UNPAID: { status: 'pending', stage: stages.unpaid },
  PENDING: { status: 'pending', stage: stages.unpaid },
  INVOICE_PENDING: { status: 'confirmed', stage: stages.toShip },
  READY_TO_SHIP: { status: 'confirmed', stage: stages.toShip },
  PROCESSED: { status: 'processing', stage: stages.toShip },
  RETRY_SHIP: { status: 'processing', stage: stages.toShip },
  SHIPPED: { status: 'shipped', stage: stages.shipped },
  TO_CONFIRM_RECEIVE: { status: 'delivered', stage: stages.delivered },
  COMPLETED: { status: 'delivered', stage: stages.completed },
  CANCELLED: { status: 'cancelled', stage: stages.cancelled },
}

const isArranged = /REQUEST_CREATED|PICKUP/
type ReportedOrder = Pick<ShopeeOrder, 'status' | 'paidAt' | 'packages'>

/**
 * Null for a status that is not known. For an order in cancellation or return the platform does not state its progress:
 * its parcels do, so that the answer does not depend on the state read before; the stored one counts where it was
 * further.
 */
export function orderStateOf(order: ReportedOrder, known: OrderStatus | null): OrderState | null {
  const result = plain[order.status]
  if (result) return { ...result, asked: false, inReturn: false }
  if (order.status === 'IN_CANCEL') {
    const arranged = order.packages.some(({ logisticsStatus }) => isArranged.test(logisticsStatus ?? ''))
    const reported: OrderStatus = arranged ? 'processing' : order.paidAt ? 'confirmed' : 'pending'
    const status = furthest(['pending', 'confirmed', 'processing'], reported, known)
    return { status, stage: status === 'pending' ? stages.unpaid : stages.toShip, asked: true, inReturn: false }
  }
  if (order.status !== 'TO_RETURN') return null
  const delivered = order.packages.some(({ logisticsStatus }) => logisticsStatus === 'LOGISTICS_DELIVERY_DONE')
  const status = furthest(['shipped', 'delivered'], delivered ? 'delivered' : 'shipped', known)
  return { status, stage: status === 'shipped' ? stages.shipped : stages.delivered, asked: false, inReturn: true }
}

const furthest = (way: readonly OrderStatus[], reported: OrderStatus, known: OrderStatus | null): OrderStatus =>
  way[Math.max(way.indexOf(reported), known ? way.indexOf(known) : -1)]!
