import type { OrderView } from './views'

export type TimelineEntry =
  | {
      kind: 'date'
      name: 'placed' | 'paid' | 'shipBy' | 'shipped' | 'delivered' | 'cancelled'
      at: Date
      future: boolean
    }
  | { kind: 'event'; event: OrderView['events'][number]; at: Date }

const SAME_MOMENT_MS = 60_000
/** The events that bring an order to where its dates say it is; others at that moment say something else. */
const steps = ['order.placed', 'order.statusChanged', 'order.cancelled']

/**
 * The events, newest first: the order's own dates, and the changes to it here. A date that only repeats a person's step
 * at that moment is left out, and so is a ship-by time that no longer matters. The sync's entries stand beside the
 * platform's dates.
 */
export function timelineOf({ order, events }: Pick<OrderView, 'order' | 'events'>, now: Date): TimelineEntry[] {
  const isOpen = order.status === 'confirmed' || order.status === 'processing'
  const dates = [
    { name: 'placed', at: order.placedAt },
    { name: 'paid', at: order.paidAt },
    { name: 'shipBy', at: isOpen ? order.shipBy : null },
    { name: 'shipped', at: order.shippedAt },
    { name: 'delivered', at: order.deliveredAt },
    { name: 'cancelled', at: order.cancelledAt },
  ] as const
  const taken = events.filter(({ event, actorKind }) => steps.includes(event) && actorKind !== 'sync')
  const repeats = (at: Date) => taken.some((step) => Math.abs(step.at.getTime() - at.getTime()) < SAME_MOMENT_MS)
  return [
    ...events.map((event) => ({ kind: 'event' as const, event, at: event.at })),
    ...dates.flatMap(({ name, at }) =>
      at && (name === 'shipBy' || !repeats(at)) ? [{ kind: 'date' as const, name, at, future: at > now }] : [],
    ),
  ]
    .reverse()
    .sort((a, b) => b.at.getTime() - a.at.getTime())
}
