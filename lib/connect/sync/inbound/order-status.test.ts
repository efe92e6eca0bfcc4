import type { OrderStatus } from '@/lib/sales/orders/schema'
import { orderStateOf } from './order-status'

type Reported = Parameters<typeof orderStateOf>[0]
const orderWith = (status: string, logisticsStatus: string | null = null, paid = true) =>
  ({
    status,
    paidAt: paid ? new Date() : null,
    packages: logisticsStatus ? [{ logisticsStatus }] : [],
  }) as unknown as Reported

test.each([
  ['UNPAID', 'pending', 0],
  ['PENDING', 'pending', 0],
  ['INVOICE_PENDING', 'confirmed', 1],
  ['READY_TO_SHIP', 'confirmed', 1],
  ['PROCESSED', 'processing', 1],
  ['RETRY_SHIP', 'processing', 1],
  ['SHIPPED', 'shipped', 2],
  ['TO_CONFIRM_RECEIVE', 'delivered', 3],
  ['COMPLETED', 'delivered', 4],
  ['CANCELLED', 'cancelled', 9],
])('%s is %s, whatever was known', (status, ours, stage) => {
  for (const known of [null, 'shipped', 'cancelled'] as const)
    expect(orderStateOf(orderWith(status), known && { status: known })).toEqual({
      status: ours,
      stage,
      asked: false,
      inReturn: false,
    })
})

test.each<[string | null, boolean, OrderStatus | null, OrderStatus]>([
  [null, false, null, 'pending'],
  [null, true, null, 'confirmed'],
  ['LOGISTICS_REQUEST_CREATED', true, null, 'processing'],
  [null, true, 'processing', 'processing'],
  [null, true, 'pending', 'confirmed'],
])('a cancellation that is asked with parcels at %s (paid: %s, known: %s) keeps %s', (at, paid, known, status) => {
  expect(orderStateOf(orderWith('IN_CANCEL', at, paid), known && { status: known })).toMatchObject({
    status,
    asked: true,
    inReturn: false,
  })
})

test.each<[string, OrderStatus | null, OrderStatus]>([
  ['LOGISTICS_PICKUP_DONE', null, 'shipped'],
  ['LOGISTICS_DELIVERY_DONE', null, 'delivered'],
  ['LOGISTICS_PICKUP_DONE', 'delivered', 'delivered'],
])('a return with parcels at %s (known: %s) keeps %s', (at, known, status) => {
  expect(orderStateOf(orderWith('TO_RETURN', at), known && { status: known })).toMatchObject({
    status,
    asked: false,
    inReturn: true,
  })
})

test.each<[string | null, boolean, OrderStatus | null, OrderStatus, number]>([
  [null, false, null, 'pending', 0],
  [null, true, null, 'confirmed', 1],
  ['LOGISTICS_NOT_START', true, 'processing', 'processing', 1],
  ['LOGISTICS_REQUEST_CREATED', true, null, 'processing', 1],
  ['LOGISTICS_PICKUP_DONE', true, 'confirmed', 'shipped', 2],
  ['LOGISTICS_DELIVERY_DONE', true, null, 'delivered', 3],
  [null, true, 'delivered', 'delivered', 3],
])(
  'an unknown status with parcels at %s (paid: %s, known: %s) is %s by its moments',
  (at, paid, known, status, stage) => {
    const result = { status, stage, asked: false, inReturn: false }
    expect(orderStateOf(orderWith('WHATEVER', at, paid), known && { status: known })).toEqual(result)
  },
)

test('an unknown status is not guessed where a cancellation, a return or a lost parcel may be part of it', () => {
  const unknown = (more: object) => orderStateOf({ ...orderWith('WHATEVER'), ...more }, null)
  for (const name of ['cancelReason', 'cancelledBy', 'buyerCancelReason']) expect(unknown({ [name]: 'x' })).toBeNull()
  for (const at of ['LOGISTICS_LOST', 'LOGISTICS_INVALID', 'LOGISTICS_REQUEST_CANCELED', 'LOGISTICS_DELIVERY_FAILED'])
    expect(orderStateOf(orderWith('WHATEVER', at), null)).toBeNull()
  const stored = (more: object) => orderStateOf(orderWith('WHATEVER'), { status: 'shipped', ...more })
  expect([{ status: 'cancelled' as const }, { inReturn: true }, { cancellationAsked: true }].map(stored)).toEqual([
    null,
    null,
    null,
  ])
})

test('an unknown status of a paid order that was picked up is shipped, whatever its parcels say', () =>
  expect(orderStateOf({ ...orderWith('WHATEVER'), pickedUpAt: new Date() }, null)).toMatchObject({ status: 'shipped' }))
