import { orderEnd, purgeAfter } from '@/lib/sales/orders/buyer-term'
import { exportListingKey } from './listing-key'

const day = (text: string) => Date.parse(`${text}T12:00:00Z`)
const open = {
  status: 'shipped' as const,
  placedAt: day('2026-01-01'),
  paidAt: day('2026-01-01'),
  shipBy: day('2026-01-05'),
  shippedAt: day('2026-01-03'),
  deliveredAt: null,
  completedAt: null,
  cancelledAt: null,
}

describe('a buyer is forgotten 90 days after the order’s end', () => {
  test.each([
    ['completion', { ...open, status: 'delivered' as const, completedAt: day('2026-01-20') }, '2026-01-20'],
    ['cancellation', { ...open, status: 'cancelled' as const, cancelledAt: day('2026-01-02') }, '2026-01-02'],
    ['60 days after the last known moment where it is still open', open, '2026-03-06'],
    [
      '60 days after delivery without completion',
      { ...open, status: 'delivered' as const, deliveredAt: day('2026-01-10') },
      '2026-03-11',
    ],
  ])('%s is the end', (_, order, end) => {
    expect(new Date(orderEnd(order)).toISOString().slice(0, 10)).toBe(end)
    expect(purgeAfter(order) - orderEnd(order)).toBe(90 * 86_400_000)
  })
})

describe('a listing is known by SKU, name and variation', () => {
  const item = { sku: 'CAN-01', title: 'Caneca azul', variation: 'Grande' }
  test.each([
    ['case and spacing', { sku: 'can-01', title: ' Caneca  AZUL ', variation: 'grande' }, true],
    ['another variation', { ...item, variation: 'Pequena' }, false],
    ['another SKU', { ...item, sku: 'CAN-02' }, false],
    ['no SKU', { ...item, sku: null }, false],
    ['a border that moved', { sku: 'CAN-01 Caneca', title: 'azul', variation: 'Grande' }, false],
  ])('%s', (_, other, same) => expect(exportListingKey(other) === exportListingKey(item)).toBe(same))
})
