import type { ExportOrder } from './assemble-order'

const dayMs = 86_400_000
const keptDays = 90
const presumedDays = 60

type Moments = Pick<
  ExportOrder,
  'status' | 'placedAt' | 'paidAt' | 'shipBy' | 'shippedAt' | 'deliveredAt' | 'completedAt' | 'cancelledAt'
>

/**
 * When an order ended, in ms UTC. Completion or cancellation end it. One that the export leaves open (still to send, on its
 * way, delivered without completion) is presumed to have ended 60 days after its last known moment: longer than any
 * delivery with its term for a return; a later export that knows more sets the term anew.
 */
export function orderEnd(order: Moments): number {
  const ended = order.status === 'cancelled' ? order.cancelledAt : order.completedAt
  if (ended !== null) return ended
  const known = [order.placedAt, order.paidAt, order.shipBy, order.shippedAt, order.deliveredAt, order.cancelledAt]
  return Math.max(...known.map((moment) => moment ?? 0)) + presumedDays * dayMs
}

/** Buyers' data are kept until then and not at all when that has passed. */
export const purgeAfter = (order: Moments): number => orderEnd(order) + keptDays * dayMs
