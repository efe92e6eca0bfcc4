import fc from 'fast-check'
import {
  averageOrderCents,
  cancellationRate,
  changeOf,
  feeCoverage,
  netOfFeesCents,
  noSales,
  pointsBetween,
  ratio,
  sumSales,
  validOrders,
  type SalesFigures,
} from '@/lib/sales/sales-figures/figures'

const sales = (figures: Partial<SalesFigures>): SalesFigures => ({ ...noSales, ...figures })

test('valid orders are neither pending nor cancelled', () => {
  expect(validOrders(sales({ orders: 10n, pending: 2n, confirmed: 3n, shipped: 4n, cancelled: 1n }))).toBe(7n)
})

test.each([
  [1000n, 3n, 333n],
  [1001n, 2n, 501n],
  [200n, 3n, 67n],
])('the average of %s cents over %s orders is %s', (grossCents, orders, average) => {
  expect(averageOrderCents(sales({ grossCents, orders }))).toBe(average)
})

test('a figure without a basis is unknown, not zero', () => {
  expect(averageOrderCents(sales({ orders: 2n, cancelled: 2n }))).toBeNull()
  expect(cancellationRate(noSales)).toBeNull()
  expect(feeCoverage(noSales)).toBeNull()
  expect(changeOf(100n, 0n)).toBeNull()
  expect(changeOf(null, 100n)).toBeNull()
  expect(pointsBetween(0.1, null)).toBeNull()
})

test('net of fees takes off what was charged and what the rule estimates, and says how much of each', () => {
  const figures = sales({
    grossCents: 10_000n,
    feesChargedCents: 1_500n,
    grossChargedCents: 7_000n,
    feesEstimatedCents: 500n,
    grossEstimatedCents: 2_000n,
  })
  expect(netOfFeesCents(figures)).toBe(8_000n)
  expect(feeCoverage(figures)).toEqual({ charged: 70, estimated: 20, without: 10 })
})

test('charged, estimated and unknown fees add up to a hundred', () => {
  const gross = (grossCents: bigint, grossChargedCents: bigint, grossEstimatedCents: bigint) =>
    feeCoverage(sales({ grossCents, grossChargedCents, grossEstimatedCents }))
  expect(gross(1000n, 665n, 335n)).toEqual({ charged: 67, estimated: 33, without: 0 })
  expect(gross(3n, 1n, 1n)).toEqual({ charged: 34, estimated: 33, without: 33 })
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 3, maxLength: 3 }), ([a, b, c]) => {
      fc.pre(a! + b! + c! > 0n)
      const coverage = gross(a! + b! + c!, a!, b!)
      expect(coverage!.charged + coverage!.estimated + coverage!.without).toBe(100)
    }),
  )
})

test.each([
  [112n, 100n, 0.12, 'up'],
  [50n, 100n, -0.5, 'down'],
  [100n, 100n, 0, 'flat'],
  [0n, 3n, -1, 'down'],
  [2n, 3n, -0.3333, 'down'],
] as const)('from %2$s to %s the change is %s', (current, previous, value, direction) => {
  expect(changeOf(current, previous)).toEqual({ kind: 'ratio', value, direction })
})

test('two rates differ by points', () => {
  expect(pointsBetween(0.039, 0.033)).toEqual({ kind: 'points', value: 0.006, direction: 'up' })
})

test('a ratio of amounts beyond what a float holds is right to four decimals', () => {
  expect(ratio(9_007_199_254_740_993n, 9_007_199_254_740_993n * 8n)).toBe(0.125)
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }),
      fc.bigInt({ min: 1n, max: 10n ** 6n }),
      (part, whole) => {
        expect(Math.abs(ratio(part, whole) - Number(part) / Number(whole))).toBeLessThan(0.00006)
      },
    ),
  )
})

test('the sum of days is the period, whatever the order', () => {
  const day = fc.record(
    Object.fromEntries(Object.keys(noSales).map((figure) => [figure, fc.bigInt({ min: 0n, max: 10n ** 9n })])),
  ) as fc.Arbitrary<SalesFigures>
  fc.assert(
    fc.property(fc.array(day), (days) => {
      const total = sumSales(days)
      expect(total).toEqual(sumSales([...days].reverse()))
      expect(total.grossCents).toBe(days.reduce((sum, { grossCents }) => sum + grossCents, 0n))
    }),
  )
})
