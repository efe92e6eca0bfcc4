import fc from 'fast-check'
import { noFacts, resultOf, type MoneyFact } from '../profit/result-lines'
import { add, coverageOf, feeKinds, figureLines, figuresOf, profitBeforeAdsOf, subtract, type Figures } from './figures'
import { fingerprintOf } from './fingerprint'

const nothing = { settled: null, cash: null }
const money: MoneyFact[] = [
  { kind: 'product_revenue', basis: 'charged', cents: 10_000n },
  { kind: 'commission', basis: 'charged', cents: -1_800n },
  { kind: 'service', basis: 'estimated', cents: -200n },
]
const facts = { ...noFacts, money, grossCents: 10_000n, validOrders: 1n }

test('the figures are the result’s, fees by kind add up to its line, and what is not known is not there', () => {
  const result = resultOf(facts)
  const figures = figuresOf(result, money, nothing)
  expect(figures).toMatchObject({
    gross: 10_000n,
    fees: -2_000n,
    'fees.commission': -1_800n,
    netRevenue: result.sums.netRevenue,
  })
  expect(feeKinds.reduce((sum, kind) => sum + (figures[`fees.${kind}`] ?? 0n), 0n)).toBe(figures.fees)
  const missing = ['cost', 'contribution', 'contributionAfterAds', 'profit'] as const
  for (const line of [...missing, 'payoutCash', 'payoutCompetence', 'difference'] as const)
    expect(figures[line]).toBeUndefined()
  expect(coverageOf(figures)).toBe(0)
  const known = figuresOf(resultOf({ ...facts, costCents: 3_000n, revenueWithCostCents: 10_000n }), money, nothing)
  expect(known).toMatchObject({ cost: -3_000n, contribution: 5_000n, profit: 5_000n })
  const noAds = {
    ...facts,
    costCents: 3_000n,
    revenueWithCostCents: 10_000n,
    ads: { expectedDays: 31, missingDays: 31 },
  }
  const { contribution, ...others } = figuresOf(resultOf(noAds), money, nothing)
  expect([contribution, others.ads, others.contributionAfterAds, others.profit]).toEqual([
    5_000n,
    undefined,
    undefined,
    undefined,
  ])
  // It is worked out from what is frozen, and frozen itself nowhere: closings of before have the same hash.
  const frozen = figuresOf(resultOf({ ...noAds, expenses: { fixed: 700n, variable: 0n, tax: 0n } }), money, nothing)
  expect(profitBeforeAdsOf(frozen)).toBe(4_300n)
  expect(Object.keys(frozen)).not.toContain('profitBeforeAds')
  expect([known, figures].map(profitBeforeAdsOf)).toEqual([null, null])
  expect(coverageOf(known)).toBe(1)
})

test('a value that is no longer known is no change, and one that becomes known is', () => {
  expect(subtract({ gross: 5n }, { gross: 5n, cost: -3n, profit: 2n })).toEqual({})
  expect(subtract({ gross: 5n, cost: -3n, profit: 2n }, { gross: 5n })).toEqual({ cost: -3n, profit: 2n })
  expect(subtract({ gross: 5n }, { gross: 5n, untaxed: 5n })).toEqual({ untaxed: -5n })
})

const anyFigures = fc.dictionary(
  fc.constantFrom(...figureLines),
  fc.bigInt(-9_999_999n, 9_999_999n),
) as fc.Arbitrary<Figures>

test('the change plus the booked figure is the present figure, to the cent', () => {
  fc.assert(
    fc.property(anyFigures, anyFigures, (live, booked) => {
      const changes = subtract(live, booked)
      expect(subtract(live, add(booked, changes))).toEqual({})
      expect(Object.values(changes).every((cents) => cents !== 0n)).toBe(true)
    }),
  )
})

test('the fingerprint follows from the figures alone: not from their order, but from each of them', () => {
  const of = (figures: Figures, nth = 1) =>
    Buffer.from(fingerprintOf('entity', '2026-08-01', nth, new Map([['2026-08-01', figures]]))).toString('hex')
  expect(of({ gross: 1n, profit: 2n })).toBe(of({ profit: 2n, gross: 1n }))
  expect(new Set([of({ gross: 1n }), of({ gross: 2n }), of({ profit: 1n }), of({}), of({ gross: 1n }, 2)]).size).toBe(5)
})
