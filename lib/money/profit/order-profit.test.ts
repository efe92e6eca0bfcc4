import { costOf, orderProfit, type CostedItem, type OrderMoneyLine, type OrderTax } from './order-profit'

const asOf = new Date('2026-11-21T15:00:00Z')
const line = (kind: OrderMoneyLine['kind'], cents: bigint, basis: OrderMoneyLine['basis'] = 'settled') => ({
  ...({
    kind,
    cents,
    basis,
    source: 'api',
    isPaidBeside: false,
    platformName: null,
    ruleName: null,
    asOf,
  } satisfies OrderMoneyLine),
})
const item = (unitCost: string | null, quantity = 1, more: Partial<CostedItem> = {}): CostedItem => ({
  priceMissing: false,
  line: 1,
  quantity,
  productQuantity: 1,
  unitCost,
  packagingCents: 0n,
  ...more,
})
const taxOf = (baseCents: bigint, taxCents: bigint): OrderTax => ({
  baseCents,
  taxCents,
  rate: '0.060000',
  regime: 'simples',
  fromDay: '2026-01-01',
})
const delivered = (revenueCents: bigint) => ({ status: 'delivered', revenueCents }) as const

// The first of the two real orders of the platform's facts: its escrow is 301.98 after 7.82 went to the ads balance.
const real = [
  line('ads', -782n),
  line('product_revenue', 39_300n),
  line('seller_voucher', -197n),
  line('commission', -4_692n),
  line('service', -3_382n),
  line('protection', -49n),
  line('freight_paid', 7_259n),
  line('freight_charged', -11_259n),
  line('freight_rebate', 4_000n),
]

test('a real order: what it left, and what of it only moved to the ads balance', () => {
  const items = [item('120.5', 2, { packagingCents: 90n })]
  const profit = orderProfit(delivered(39_300n), items, real, taxOf(39_300n, 2_358n))
  expect(profit.payoutCents).toBe(30_198n)
  expect(profit.result.sums.netRevenue).toBe(30_198n + 782n)
  expect(profit.contributionCents).toBe(30_980n - 90n - 2_358n - 24_100n)
  expect(profit.share).toBe(0.1127)
  expect(profit.rows.map(({ kind }) => kind)).toEqual([
    'product_revenue',
    'seller_voucher',
    'commission',
    'service',
    'protection',
    'freight_paid',
    'freight_charged',
    'freight_rebate',
    'ads',
  ])
})

test.each([
  ['2.468', 3, 740n],
  ['0.005', 1, 1n],
  ['0.004999', 1, 0n],
  ['12.345678', 7, 8_642n],
  ['1000000', 100_000, 10_000_000_000_000n],
] as const)('%s a unit, %i units: rounded once, half up', (unitCost, quantity, cents) =>
  expect(costOf(item(unitCost, quantity))).toBe(cents),
)

test('a kit counts each of its units, and an unknown cost is unknown, never zero', () => {
  expect(costOf(item('1.5', 2, { productQuantity: 3 }))).toBe(900n)
  const items = [item('10'), item(null, 1, { line: 2 })]
  const profit = orderProfit(delivered(5_000n), items, [line('product_revenue', 5_000n, 'typed')], taxOf(0n, 0n))
  expect(profit).toMatchObject({ itemsWithoutCost: 1, contributionCents: null, share: null })
  expect(profit.costs).toEqual([
    { line: 1, cents: 1_000n },
    { line: 2, cents: null },
  ])
  expect(profit.result.lines.cost).toBe(-1_000n)
})

test('for a cancelled order only money that moved all the same counts', () => {
  const order = { status: 'cancelled', revenueCents: 5_000n } as const
  const items = [item('10', 1, { packagingCents: 50n })]
  const profit = orderProfit(order, items, [line('reverse_freight', -800n)], taxOf(0n, 0n))
  expect(profit.result.lines).toMatchObject({ cost: 0n, packaging: 0n, freight: -800n })
  expect(profit.contributionCents).toBeNull()
  expect(profit.result.sums.contribution).toBe(-800n)
})

test('an estimate is marked', () => {
  const money = [line('product_revenue', 100n, 'charged'), line('commission', -20n, 'estimated')]
  expect(orderProfit(delivered(100n), [], money, taxOf(0n, 0n)).isEstimated).toBe(true)
  expect(orderProfit(delivered(100n), [], money.slice(0, 1), taxOf(0n, 0n)).isEstimated).toBe(false)
})
