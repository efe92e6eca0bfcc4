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
  expect(headline).toEqual({ sum: 'profit', cents: 4_500n, margin: 0.45, standing: 'charged' })
  const added = figures.filter(({ key }) => key !== 'units').map(({ value }) => value!)
  expect(added).toEqual([10_000n, -1_800n, -400n, -3_000n, -300n])
  expect(added.reduce((sum, cents) => sum + cents, 0n)).toBe(headline.cents)
})

test('each figure says how well it is known, by its least known part', () => {
  expect(of({})).toMatchObject({
    sales: { value: 10_000n, standing: 'settled' },
    units: { value: 3n, standing: 'settled' },
    fees: { standing: 'settled' },
    ads: { standing: 'charged' },
    cost: { standing: 'typed' },
  })
  const estimated = [...day.money, money('service', -200n, 'estimated')]
  expect(of({ money: estimated })).toMatchObject({
    fees: { value: -2_000n, standing: 'estimated' },
    headline: { standing: 'estimated' },
  })
  expect(of({ taxCents: 500n }).rest).toEqual({ value: -800n, standing: 'estimated' })
})

test('a missing value is missing, never zero, and shown by its amount', () => {
  expect(of({ revenueWithCostCents: 0n, costCents: 0n })).toMatchObject({
    headline: { cents: null, margin: null, standing: 'unknown' },
    cost: { value: null, standing: 'unknown' },
    lacks: { cost: 10_000n },
  })
  expect(of({ revenueWithCostCents: 7_000n })).toMatchObject({
    headline: { sum: 'profit', cents: 4_500n, standing: 'partial' },
    cost: { value: -3_000n, standing: 'partial' },
    lacks: { cost: 3_000n },
  })
  expect(of({ money: day.money.slice(0, 1), grossWithFeesCents: 0n })).toMatchObject({
    fees: { value: null, standing: 'unknown' },
    lacks: { fees: 10_000n },
    headline: { standing: 'partial' },
  })
  expect(of({ untaxedCents: 4_000n })).toMatchObject({ rest: { standing: 'partial' }, lacks: { tax: 4_000n } })
})

test('without an ads report the profit before them stands in its place; a part of it lacks days', () => {
  expect(of({ adsCents: 0n, ads: { expectedDays: 1, missingDays: 1 } })).toMatchObject({
    headline: { sum: 'profitBeforeAds', cents: 4_900n, margin: 0.49, standing: 'settled' },
    ads: { value: null, standing: 'unknown' },
  })
  expect(of({ ads: { expectedDays: 3, missingDays: 1 } })).toMatchObject({
    headline: { sum: 'profit', standing: 'partial' },
    ads: { value: -400n, standing: 'partial' },
  })
})

test('a day without sales knows that it had none', () => {
  const { headline, figures } = tileOf(resultOf(noFacts))
  expect(headline).toEqual({ sum: 'profit', cents: 0n, margin: null, standing: null })
  expect(figures.every(({ value, standing }) => value === 0n && standing === null)).toBe(true)
})
