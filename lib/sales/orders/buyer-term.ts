const dayMs = 86_400_000
export const keptDays = 90
export const presumedDays = 60

/** In ms UTC; null where a source does not know it. */
type Moments = {
  status: string
  placedAt: number
  paidAt: number | null
  shipBy: number | null
  shippedAt: number | null
  deliveredAt: number | null
  completedAt: number | null
  cancelledAt: number | null
}

/**
 * When an order ended, in ms UTC. Completion or cancellation end it. One that its source leaves open (still to send, on
 * its way, delivered without completion) is presumed to have ended 60 days after its last known moment: longer than any
 * delivery with its term for a return; a later and fuller report sets the term again.
 */
export function orderEnd(order: Moments): number {
  const ended = order.status === 'cancelled' ? order.cancelledAt : order.completedAt
  if (ended !== null) return ended
  const known = [order.placedAt, order.paidAt, order.shipBy, order.shippedAt, order.deliveredAt, order.cancelledAt]
  return Math.max(...known.map((moment) => moment ?? 0)) + presumedDays * dayMs
}

/** Buyers' data are kept until then and not at all when that has passed. */
export const purgeAfter = (order: Moments): number => orderEnd(order) + keptDays * dayMs
