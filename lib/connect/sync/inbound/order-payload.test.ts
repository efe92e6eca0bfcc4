import type { ShopeeOrder } from '@/lib/shopee/reshape-order'
import { hashOrder, platformPayload, type OrderContext } from './order-payload'

const context: OrderContext = {
  organizationId: '00000000-0000-7000-8000-000000000000',
  timeZone: 'America/Sao_Paulo',
  stockFrom: null,
  sellerType: 'cnpj',
  feeRules: [],
  shopTerms: [],
}
const completed = (daysAgo: number) => {
  const at = new Date(Date.now() - daysAgo * 86_400_000)
  return {
    orderSn: 'O',
    status: 'COMPLETED',
    createdAt: at,
    updatedAt: at,
    paidAt: at,
    shipBy: at,
    pickedUpAt: at,
    items: [],
    packages: [],
    recipient: null,
    invoice: null,
    note: 'Para Maria',
    totalCents: 0n,
    buyerUsername: null,
    buyerTaxId: null,
    cancelReason: null,
    buyerCancelReason: null,
  } as unknown as ShopeeOrder
}

test('a note at the marketplace is read until its buyer is forgotten, and never again', () => {
  expect(platformPayload(completed(89), null, context)).toMatchObject({ note: 'Para Maria' })
  expect(platformPayload(completed(91), null, context)).toMatchObject({ note: null })
})

const toShip = (more: object) => ({ ...completed(0), status: 'READY_TO_SHIP', ...more }) as unknown as ShopeeOrder
const invoice = (more: object) => ({
  invoice: { number: null, accessKey: null, status: null, pendingReason: null, ...more },
})

test.each([
  ['there is none', { invoice: null }, null],
  ['there is an empty one', invoice({}), null],
  ['the order waits for it by its status', { status: 'INVOICE_PENDING', invoice: null }, 'none'],
  ['it is waited for, though the order is ready to ship', invoice({ status: 'pending' }), 'none'],
  ['it was sent', invoice({ status: 'pending', accessKey: '35' }), 'sent'],
  ['it was refused', invoice({ status: 'pending', accessKey: '35', pendingReason: '531' }), 'rejected'],
  [
    'it is valid, though the order still says that it waits',
    { status: 'INVOICE_PENDING', ...invoice({ status: 'valid' }) },
    'valid',
  ],
])('how an invoice stands is read from the invoice: %s', (_name, more, invoiceState) => {
  expect(platformPayload(toShip(more), null, context)).toMatchObject({ invoiceState })
})

test('cancelled units of a line are neither sold nor in the parcel', () => {
  const item = { itemId: '1', modelId: '0', quantity: 3, discountedPriceCents: 1000n, originalPriceCents: 1000n }
  const order = toShip({
    items: [
      { ...item, cancelledQuantity: 1, name: 'A' },
      { ...item, itemId: '2', cancelledQuantity: 3, name: 'B' },
    ],
    packages: [
      {
        packageNumber: 'P',
        logisticsStatus: null,
        channelId: null,
        carrier: null,
        items: [
          { itemId: '1', modelId: '0', quantity: 3 },
          { itemId: '2', modelId: '0', quantity: 3 },
        ],
      },
    ],
  })
  const payload = platformPayload(order, null, context)!
  expect([payload.units, payload.revenue, payload.items.map(({ q }) => q)]).toEqual([2, 2000n, [2]])
  expect(payload.packages[0]!.items).toEqual([{ line: 1, q: 2 }])
})

test('an order whose buyer is readable now is another answer; one whose buyer is masked is the same', () => {
  const masked = { name: 'M***a', fullAddress: '****', phone: null, city: null, state: null, zipCode: null }
  // One order for all: each call of toShip reads the clock.
  const order = toShip({})
  const hashWith = (recipient: object | null) => hashOrder({ ...order, recipient } as ShopeeOrder)
  const hidden = hashWith(masked)
  expect(hashWith(null)).toBe(hidden)
  expect(hashWith({ ...masked, name: 'Maria' })).not.toBe(hidden)
})
