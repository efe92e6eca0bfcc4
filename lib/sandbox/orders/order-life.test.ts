import fc from 'fast-check'
import {
  listEvents,
  nextStatus,
  orderStatuses,
  packageStatusAfter,
  type OrderEvent,
  type OrderStatus,
} from './order-life'

const order = (status: OrderStatus, lacksInvoice = false, statusBeforeCancel: OrderStatus | null = null) => ({
  status,
  lacksInvoice,
  statusBeforeCancel,
  isArranged: false,
})

it.each<[OrderEvent, OrderStatus, OrderStatus]>([
  ['pay', 'UNPAID', 'READY_TO_SHIP'],
  ['release', 'PENDING', 'READY_TO_SHIP'],
  ['acceptInvoice', 'INVOICE_PENDING', 'READY_TO_SHIP'],
  ['arrange', 'READY_TO_SHIP', 'PROCESSED'],
  ['failPickup', 'PROCESSED', 'RETRY_SHIP'],
  ['rearrange', 'RETRY_SHIP', 'PROCESSED'],
  ['pickUp', 'PROCESSED', 'SHIPPED'],
  ['deliver', 'SHIPPED', 'TO_CONFIRM_RECEIVE'],
  ['complete', 'TO_CONFIRM_RECEIVE', 'COMPLETED'],
  ['askCancel', 'PROCESSED', 'IN_CANCEL'],
  ['cancel', 'IN_CANCEL', 'CANCELLED'],
  ['askReturn', 'TO_CONFIRM_RECEIVE', 'TO_RETURN'],
  ['failDelivery', 'SHIPPED', 'TO_RETURN'],
  ['lose', 'SHIPPED', 'CANCELLED'],
])('%s takes an order from %s to %s', (event, from, to) => {
  expect(nextStatus(event, order(from))).toBe(to)
})

it('a paid Brazilian order waits for its invoice and cannot be arranged without it', () => {
  expect(nextStatus('pay', order('UNPAID', true))).toBe('INVOICE_PENDING')
  expect(nextStatus('release', order('PENDING', true))).toBe('INVOICE_PENDING')
  expect(nextStatus('arrange', order('READY_TO_SHIP', true))).toBeNull()
})

it('on a channel without the platform’s pickup an arranged order goes from ready to ship on its way', () => {
  expect(nextStatus('pickUp', { ...order('READY_TO_SHIP'), isArranged: true })).toBe('SHIPPED')
})

it('a refused cancellation goes back to where it was asked', () => {
  expect(nextStatus('rejectCancel', order('IN_CANCEL', false, 'PROCESSED'))).toBe('PROCESSED')
})

it.each<[OrderEvent, OrderStatus]>([
  ['pay', 'READY_TO_SHIP'],
  ['arrange', 'UNPAID'],
  ['arrange', 'INVOICE_PENDING'],
  ['pickUp', 'READY_TO_SHIP'],
  ['deliver', 'PROCESSED'],
  ['complete', 'SHIPPED'],
  ['cancel', 'SHIPPED'],
  ['cancel', 'COMPLETED'],
  ['askCancel', 'SHIPPED'],
  ['rejectCancel', 'READY_TO_SHIP'],
  ['askReturn', 'PROCESSED'],
])('%s is refused in %s', (event, from) => {
  expect(nextStatus(event, order(from))).toBeNull()
})

it('whatever happens, a shipped order is never again before shipping and an ended one never moves', () => {
  const before = new Set<OrderStatus>([
    'UNPAID',
    'PENDING',
    'INVOICE_PENDING',
    'READY_TO_SHIP',
    'PROCESSED',
    'RETRY_SHIP',
  ])
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 25 }), (choices) => {
      let now = order('UNPAID', true)
      let hasShipped = false
      for (const choice of choices) {
        const events = listEvents(now)
        if (events.length === 0) expect(['COMPLETED', 'CANCELLED']).toContain(now.status)
        if (events.length === 0) return
        const to = nextStatus(events[choice % events.length]!, now)!
        now = order(to, choice % 3 === 0, to === 'IN_CANCEL' ? now.status : null)
        now.isArranged = choice % 2 === 0
        hasShipped ||= to === 'SHIPPED'
        if (hasShipped) expect(before.has(now.status)).toBe(false)
      }
    }),
  )
  expect(orderStatuses.filter((status) => listEvents(order(status)).length === 0)).toEqual(['CANCELLED', 'COMPLETED'])
})

it('a cancelled package tells whether a carrier had been called', () => {
  expect(packageStatusAfter('cancel', 'CANCELLED', 'LOGISTICS_READY')).toBe('LOGISTICS_INVALID')
  expect(packageStatusAfter('cancel', 'CANCELLED', 'LOGISTICS_REQUEST_CREATED')).toBe('LOGISTICS_REQUEST_CANCELED')
})
