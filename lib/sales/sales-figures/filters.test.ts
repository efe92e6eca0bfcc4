import { dashboardHref, ordersHref, readSalesFilters, waitingHref } from '@/lib/sales/sales-figures/filters'

const shop = '01a1fd82-b326-782a-8806-96424a4ad72b'
const today = '2026-11-21'

test('without a query the last 30 days of every shop and channel are shown', () => {
  expect(readSalesFilters({}, today)).toMatchObject({
    period: '30d',
    from: '2026-10-23',
    to: today,
    shop: null,
    channel: null,
  })
})

test('a value that is no period, day, id or platform is left out', () => {
  const query = { period: "7d' or 1=1", from: '2026-13-01', shop: '../etc', channel: 'ebay' }
  expect(readSalesFilters(query, today)).toMatchObject({ period: '30d', shop: null, channel: null })
  expect(readSalesFilters({ shop: [shop, 'x'], channel: 'shopee' }, today)).toMatchObject({ shop, channel: 'shopee' })
})

test('a figure leads to the orders of the same days, shop and channel', () => {
  const filters = readSalesFilters({ period: '7d', shop, channel: 'manual' }, today)
  const valid = new URL(ordersHref(filters, { valid: true }), 'http://x').searchParams
  expect(Object.fromEntries(valid)).toEqual({ from: '2026-11-15', to: today, shop, channel: 'manual', valid: '1' })
  const cancelled = new URL(ordersHref(filters, { status: 'cancelled' }), 'http://x').searchParams
  expect(cancelled.get('status')).toBe('cancelled')
  expect(cancelled.has('valid')).toBe(false)
  expect(waitingHref('history')).toMatch(/waiting=history$/)
})

test('other days keep shop and channel', () => {
  const filters = readSalesFilters({ shop, channel: 'shopee' }, today)
  const query = Object.fromEntries(
    new URL(dashboardHref(filters, { from: '2018-01-20', to: '2018-02-18' }), 'http://x').searchParams,
  )
  expect(readSalesFilters(query, today)).toMatchObject({ period: 'custom', from: '2018-01-20', to: '2018-02-18', shop })
})
