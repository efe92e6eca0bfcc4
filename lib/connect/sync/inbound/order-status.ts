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
type ReportedOrder = Pick<
  ShopeeOrder,
  'status' | 'paidAt' | 'pickedUpAt' | 'packages' | 'cancelReason' | 'cancelledBy' | 'buyerCancelReason'
>

/** The stored part of an order that tells its state. */
export type StoredState = { status: OrderStatus; cancellationAsked?: boolean; inReturn?: boolean }

export const isKnownStatus = (status: string): boolean =>
  plain[status] !== undefined || status === 'IN_CANCEL' || status === 'TO_RETURN'

/**
 * For an order in cancellation or return the platform does not state its progress:
 * its parcels do, so that the answer does not depend on the state read before; the stored one counts where it was
 * further. An order in an unknown status has the state of its moments; null where a cancellation or a return is part of it, and
 * nothing tells how that went on.
 */
export function orderStateOf(order: ReportedOrder, stored: StoredState | null): OrderState | null {
  const result = plain[order.status]
  const known = stored?.status ?? null
  if (result) return { ...result, asked: false, inReturn: false }
  if (order.status === 'IN_CANCEL') {
    const arranged = order.packages.some(({ logisticsStatus }) => isArranged.test(logisticsStatus ?? ''))
    const reported: OrderStatus = arranged ? 'processing' : order.paidAt ? 'confirmed' : 'pending'
    const status = furthest(['pending', 'confirmed', 'processing'], reported, known)
    return { status, stage: status === 'pending' ? stages.unpaid : stages.toShip, asked: true, inReturn: false }
  }
  if (order.status !== 'TO_RETURN') return byMoments(order, stored)
  const delivered = order.packages.some(({ logisticsStatus }) => logisticsStatus === 'LOGISTICS_DELIVERY_DONE')
  const status = furthest(['shipped', 'delivered'], delivered ? 'delivered' : 'shipped', known)
  return { status, stage: status === 'shipped' ? stages.shipped : stages.delivered, asked: false, inReturn: true }
}

/** Its stock stays reserved until a moment or a known status says that it left or was cancelled. */
function byMoments(order: ReportedOrder, stored: StoredState | null): OrderState | null {
  if (order.cancelReason || order.cancelledBy || order.buyerCancelReason) return null
  if (stored?.status === 'cancelled' || stored?.cancellationAsked || stored?.inReturn) return null
  const parcels = order.packages.map(({ logisticsStatus }) => logisticsStatus ?? '')
  if (parcels.some((parcel) => isLost.test(parcel))) return null
  const reported = reachedBy(order, parcels)
  const status = furthest(
    ['pending', 'confirmed', 'processing', 'shipped', 'delivered'],
    reported,
    stored?.status ?? null,
  )
  return { status, stage: stageOf(status), asked: false, inReturn: false }
}

const isLost = /CANCEL|INVALID|LOST|FAILED|REJECTED/

function reachedBy({ paidAt, pickedUpAt }: ReportedOrder, parcels: readonly string[]): OrderStatus {
  if (parcels.length > 0 && parcels.every((parcel) => parcel === 'LOGISTICS_DELIVERY_DONE')) return 'delivered'
  if (pickedUpAt || parcels.some((parcel) => /PICKUP_DONE|DELIVERY_DONE/.test(parcel))) return 'shipped'
  if (parcels.some((parcel) => isArranged.test(parcel))) return 'processing'
  return paidAt ? 'confirmed' : 'pending'
}

const stageOf = (status: OrderStatus): number =>
  ({ ...stages, pending: stages.unpaid, confirmed: stages.toShip, processing: stages.toShip })[status]

const furthest = (way: readonly OrderStatus[], reported: OrderStatus, known: OrderStatus | null): OrderStatus =>
  way[Math.max(way.indexOf(reported), known ? way.indexOf(known) : -1)]!
