import type { OrderStatus } from '@/lib/sales/orders/schema'
import { orderStateOf } from './order-status'

const orderWith = (status: string, logisticsStatus: string | null = null, paid = true) =>
  ({ status, paidAt: paid ? new Date() : null, packages: logisticsStatus ? [{ logisticsStatus }] : [] }) as never

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
    expect(orderStateOf(orderWith(status), known)).toEqual({ status: ours, stage, asked: false, inReturn: false })
})

test.each<[string | null, boolean, OrderStatus | null, OrderStatus]>([
  [null, false, null, 'pending'],
  [null, true, null, 'confirmed'],
  ['LOGISTICS_REQUEST_CREATED', true, null, 'processing'],
  [null, true, 'processing', 'processing'],
  [null, true, 'pending', 'confirmed'],
])('a cancellation that is asked with parcels at %s (paid: %s, known: %s) keeps %s', (at, paid, known, status) => {
  expect(orderStateOf(orderWith('IN_CANCEL', at, paid), known)).toMatchObject({ status, asked: true, inReturn: false })
})

test.each<[string, OrderStatus | null, OrderStatus]>([
  ['LOGISTICS_PICKUP_DONE', null, 'shipped'],
  ['LOGISTICS_DELIVERY_DONE', null, 'delivered'],
  ['LOGISTICS_PICKUP_DONE', 'delivered', 'delivered'],
])('a return with parcels at %s (known: %s) keeps %s', (at, known, status) => {
  expect(orderStateOf(orderWith('TO_RETURN', at), known)).toMatchObject({ status, asked: false, inReturn: true })
})

test('an unknown status is not guessed', () => expect(orderStateOf(orderWith('WHATEVER'), 'shipped')).toBeNull())
