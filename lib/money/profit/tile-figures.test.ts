import { noFacts, resultOf, type MoneyFact, type ResultFacts } from './result-lines'
import { tileOf, type TileFigure, type TileFigureKey } from './tile-figures'

const money = (kind: MoneyFact['kind'], cents: bigint, basis: MoneyFact['basis']) => ({ kind, basis, cents })
const day: ResultFacts = {
  ...noFacts,
  validOrders: 2n,
  units: 3n,
  grossCents: 10_000n,
  grossWithFeesCents: 10_000n,
  money: [
    money('product_revenue', 10_000n, 'settled'),
    money('commission', -1_800n, 'settled'),
    money('freight_charged', -200n, 'settled'),
  ],
  revenueWithCostCents: 10_000n,
  costCents: 3_000n,
  packagingCents: 100n,
  adsCents: 400n,
  ads: { expectedDays: 1, missingDays: 0 },
}
const of = (facts: Partial<ResultFacts>) => {
  const { headline, figures, lacks } = tileOf(resultOf({ ...day, ...facts }))
  const byKey = Object.fromEntries(figures.map(({ key, ...figure }) => [key, figure]))
  return { headline, lacks, ...(byKey as Record<TileFigureKey, Omit<TileFigure, 'key'>>) }
}

test('the figures of a tile add up to its profit, and the margin is the remainder after fees, ads, cost and the rest', () => {
  const { headline, figures } = tileOf(resultOf(day))
  expect(headline).toEqual({ sum: 'profit', cents: 4_500n, margin: 0.45, status: 'charged' })
  const added = figures.filter(({ key }) => key !== 'units').map(({ value }) => value!)
  expect(added).toEqual([10_000n, -1_800n, -400n, -3_000n, -300n])
  expect(added.reduce((sum, cents) => sum + cents, 0n)).toBe(headline.cents)
})

test('each figure says how well it is known, by its least known part', () => {
  expect(of({})).toMatchObject({
    sales: { value: 10_000n, status: 'settled' },
    units: { value: 3n, status: 'settled' },
    fees: { status: 'settled' },
    ads: { status: 'charged' },
    cost: { status: 'typed' },
  })
  const estimated = [...day.money, money('service', -200n, 'estimated')]
  expect(of({ money: estimated })).toMatchObject({
    fees: { value: -2_000n, status: 'estimated' },
    headline: { status: 'estimated' },
  })
  expect(of({ taxCents: 500n }).rest).toEqual({ value: -800n, status: 'estimated' })
})

test('a missing value is missing, never zero, and shown by its amount', () => {
  expect(of({ revenueWithCostCents: 0n, costCents: 0n })).toMatchObject({
    headline: { cents: null, margin: null, status: 'unknown' },
    cost: { value: null, status: 'unknown' },
    lacks: { cost: 10_000n },
  })
  expect(of({ revenueWithCostCents: 7_000n })).toMatchObject({
    headline: { sum: 'profit', cents: 4_500n, status: 'partial' },
    cost: { value: -3_000n, status: 'partial' },
    lacks: { cost: 3_000n },
  })
  expect(of({ money: day.money.slice(0, 1), grossWithFeesCents: 0n })).toMatchObject({
    fees: { value: null, status: 'unknown' },
    lacks: { fees: 10_000n },
    headline: { status: 'partial' },
  })
  expect(of({ untaxedCents: 4_000n })).toMatchObject({ rest: { status: 'partial' }, lacks: { tax: 4_000n } })
})

test('without an ads report the profit before them stands in its place; a part of it lacks days', () => {
  expect(of({ adsCents: 0n, ads: { expectedDays: 1, missingDays: 1 } })).toMatchObject({
    headline: { sum: 'profitBeforeAds', cents: 4_900n, margin: 0.49, status: 'settled' },
    ads: { value: null, status: 'unknown' },
  })
  expect(of({ ads: { expectedDays: 3, missingDays: 1 } })).toMatchObject({
    headline: { sum: 'profit', status: 'partial' },
    ads: { value: -400n, status: 'partial' },
  })
})

test('ads of shops that no member spoke of count as zero, and are called assumed', () => {
  expect(of({ adsCents: 0n, adsUnsaid: ['a', 'b'] })).toMatchObject({
    headline: { sum: 'profit', cents: 4_900n, status: 'presumed' },
    ads: { value: 0n, status: 'presumed' },
  })
  expect(of({ ads: { expectedDays: 3, missingDays: 1 }, adsUnsaid: ['a'] })).toMatchObject({
    ads: { status: 'partial' },
  })
})

test('a day without sales knows that it had none', () => {
  const { headline, figures } = tileOf(resultOf(noFacts))
  expect(headline).toEqual({ sum: 'profit', cents: 0n, margin: null, status: null })
  expect(figures.every(({ value, status }) => value === 0n && status === null)).toBe(true)
})
