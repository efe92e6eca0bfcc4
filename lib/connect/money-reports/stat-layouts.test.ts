// Statistics under the platform's newer words, and with a row for each hour or day.
import { readMoneySheet as read, type MoneySheetRows as Rows } from '@/lib/testing/harnesses/money-sheet'

test('the English statistics have the same figures, and no column that is not known', () => {
  const names =
    'Date|Sales (BRL)|Sales Without Shopee Discount|Orders|Sales per Order|Product Clicks|Visitors|Order Conversion Rate|Cancelled Orders|' +
    'Cancelled Sales|Returned/Refunded Orders|Returned/Refunded Sales|# of buyers|# of new buyers|# of existing buyers|# of potential buyers|' +
    'Repeat Purchase Rate'
  const day = '13/11/2026|1,234.50|1,300.00|10|123.45|900|1,200|0.83%|1|50.00|2|30.00|9|5|4|3|2.00%'
  const { items, unread } = read([names.split('|'), day.split('|')], 'Confirmed Order')
  expect(items).toMatchObject([
    { basis: 'confirmed', visitors: 1_200, sales: 123_450n, cancelled: 5_000n, refunded: 3_000n, conversion: 83 },
  ])
  expect(unread).toEqual([])
})

test('products by confirmed orders', () => {
  const names =
    'Item ID|Product|Current Item Status|Variation ID|Variation Name|Current Variation Status|SKU|Parent SKU|Sales (Placed Order) (BRL)|' +
    'Sales (Confirmed Order) (BRL)|Product Impression|Product Clicks|CTR|Placed Order|Confirmed Order|Units (Placed Order)|Units (Confirmed Order)|' +
    'Order Conversion Rate (Confirmed Order)'
  const row = '40000001|Caneca|Normal|-|-|-|-|P|1,000.00|900.00|100|10|10.00%|5|4|6|5|4.00%'
  const { items, unread } = read([names.split('|'), row.split('|')])
  expect(items).toMatchObject([{ item: '40000001', impressions: 100, units: 5, conversion: 400, sales: 90_000n }])
  expect(unread).toEqual([])
})

const headings = [
  'Data',
  'ID do Item',
  'Produto',
  'Impressões de Produto',
  'Visitantes do Produto (Visita)',
  'Unidades (Pedido pago)',
]
const rowOf = (at: string, visitors: string) => [at, '40000001', 'Caneca', '300', visitors, '3']
const hours = [rowOf('26/07/2026 00:00', '9'), rowOf('26/07/2026 01:00', '18')]
const product = (...rows: Rows): Rows => [headings, ...rows]

test('hours of a product are in its own row, wherever that stands', () => {
  for (const rows of [
    [rowOf('26/07/2026', '25'), ...hours],
    [...hours, rowOf('26/07/2026', '25')],
    [...hours.toReversed(), rowOf('26/07/2026-27/07/2026', '25')],
  ])
    expect(read(product(...rows))).toMatchObject({ items: [{ item: '40000001', visitors: 25 }], unread: [] })
})

test.each([
  ['hours', hours],
  ['days', [rowOf('26/07/2026', '9'), rowOf('27/07/2026', '18')]],
  ['days written with dashes', [rowOf('26-07-2026', '9'), rowOf('27-07-2026', '18')]],
])('a product of which a file has %s alone is reported: visitors cannot be added up', (_, rows) => {
  expect(read(product(...rows))).toMatchObject({ items: [], unread: [['row', '40000001', 1, null]] })
})
