import { timelineOf } from './timeline'
import type { OrderView } from './views'

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 21, 12, minutes))
const event = (name: string, minutes: number, to: string | null = null) => ({
  event: name,
  at: at(minutes),
  actorKind: 'person' as const,
  own: true,
  to,
})
const order = {
  status: 'delivered',
  placedAt: at(0),
  paidAt: at(5),
  shipBy: at(30),
  shippedAt: at(20),
  deliveredAt: at(40),
  cancelledAt: null,
}
const namesOf = (events: object[]) =>
  timelineOf({ order, events } as unknown as Pick<OrderView, 'order' | 'events'>, at(60)).map((entry) =>
    entry.kind === 'date' ? entry.name : entry.event.event,
  )

test('a step of the order stands in the timeline whatever else was done at that moment', () => {
  const names = namesOf([event('order.invoiceReceived', 5), event('order.packed', 20)])
  expect(names).toEqual(expect.arrayContaining(['placed', 'paid', 'shipped', 'delivered']))
  expect(names).toHaveLength(6)
})

test('a step that somebody took here stands once', () => {
  expect(namesOf([event('order.placed', 0), event('order.statusChanged', 20, 'shipped')])).toEqual([
    'delivered',
    'order.statusChanged',
    'paid',
    'order.placed',
  ])
})

test('the time at which the sync learned of an event does not replace the time of the event', () => {
  const learned = { ...event('order.statusChanged', 20, 'shipped'), actorKind: 'sync' as const, own: false }
  const names = namesOf([learned])
  expect(names).toEqual(['delivered', 'shipped', 'order.statusChanged', 'paid', 'placed'])
})
