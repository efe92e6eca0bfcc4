import { MoneyKind } from '@/lib/generated/prisma/enums'
import { addResults, headlineOf, lineOfKind, moneyBases, noFacts, openingLines, openingOf } from './result-lines'
import { isAdsMissing, isNothing, isUnknown, knownSum, resultLines, resultOf } from './result-lines'
import { costCoverage, shareInPoints } from './shares'
import type { MoneyFact } from './result-lines'
import { lineParts, linesWithParts } from './line-parts'
import { amountOf, basesOf, rowsOf } from './statement'

const money = (kind: MoneyFact['kind'], cents: bigint, basis: MoneyFact['basis'] = 'charged') => ({
  kind,
  basis,
  cents,
})
const october = {
  ...noFacts,
  money: [
    money('product_revenue', 10_000n),
    money('seller_voucher', -500n),
    money('commission', -1_200n, 'settled'),
    money('service', -600n, 'estimated'),
    money('freight_paid', 900n),
    money('freight_charged', -1_100n),
    money('ads', -300n),
  ],
  grossCents: 10_000n,
  revenueWithCostCents: 8_200n,
  costCents: 3_000n,
  packagingCents: 150n,
  taxCents: 400n,
  adsCents: 250n,
  ads: { expectedDays: 31, missingDays: 3 },
  expenses: { fixed: 1_000n, variable: 200n, tax: 0n },
  taxPaidCents: 380n,
}

test('a result goes from sales to profit, and every sum is the sum of the lines above it', () => {
  const { lines, sums } = resultOf(october)
  expect(sums).toEqual({
    netRevenue: 7_500n,
    contribution: 3_950n,
    contributionAfterAds: 3_700n,
    profitBeforeAds: 2_750n,
    profit: 2_500n,
  })
  expect(Object.values(lines).reduce((sum, cents) => sum + cents, 0n)).toBe(sums.profit)
})

test('fees are distinguished by their certainty, and a top-up of ads is no cost', () => {
  expect(resultOf(october)).toMatchObject({
    byBasis: { fees: { settled: -1_200n, estimated: -600n, charged: 0n, typed: 0n } },
    adsTopUpCents: -300n,
  })
})

test('a tax enters once: set aside by its rate, or paid as an expense where no rate does', () => {
  expect(resultOf(october)).toMatchObject({ lines: { tax: -400n, otherTaxes: 0n }, taxPaidCents: 380n })
  const mei = {
    ...noFacts,
    money: [money('product_revenue', 5_000n)],
    expenses: { fixed: 0n, variable: 0n, tax: 810n },
  }
  expect(resultOf(mei)).toMatchObject({ lines: { tax: 0n, otherTaxes: -810n }, taxPaidCents: 0n })
  const together = { ...october, money: [...october.money, ...mei.money], expenses: { ...october.expenses, tax: 810n } }
  expect(resultOf(together).sums.profit).toBe(resultOf(october).sums.profit + resultOf(mei).sums.profit)
})

test('a total is the sum of its months', () => {
  const months = [resultOf(october), resultOf({ ...october, taxCents: 0n })]
  const total = addResults(months)
  for (const line of resultLines) expect(total.lines[line]).toBe(months[0]!.lines[line] + months[1]!.lines[line])
  expect(total.sums.profit).toBe(months[0]!.sums.profit + months[1]!.sums.profit)
  expect(total.ads).toEqual({ expectedDays: 62, missingDays: 6 })
  const gap = { shopId: 'a', from: '2026-10-30', to: '2026-10-31' }
  const next = { shopId: 'a', from: '2026-11-01', to: '2026-11-02' }
  const gaps = [gap, next].map((each) => resultOf({ ...noFacts, adsGaps: [each] }))
  expect(addResults(gaps).adsGaps).toEqual([{ ...gap, to: '2026-11-02' }])
})

test('every kind of money has its line', () => {
  expect(Object.keys(lineOfKind).toSorted()).toEqual(Object.values(MoneyKind).toSorted())
})

test('fees and freight are split into all kinds of money in them, which add up to them in every column', () => {
  for (const line of linesWithParts)
    expect(lineParts[line].toSorted()).toEqual(
      Object.values(MoneyKind)
        .filter((kind) => lineOfKind[kind] === line)
        .toSorted(),
    )
  const november = { ...october, money: [...october.money, money('other', -77n), money('commission', 50n, 'settled')] }
  const results = [resultOf(october), resultOf(november)]
  const columns = [...results, addResults(results)].map((result) => ({
    kind: 'period' as const,
    range: { from: '2026-10-01', to: '2026-11-30' },
    result,
  }))
  const rows = rowsOf(columns)
  const named = ['fees', 'commission', 'service', 'other', 'freight', 'freight_paid', 'freight_charged']
  expect(rows.map(({ key }) => key as string).filter((key) => named.includes(key))).toEqual(named)
  for (const { result } of columns)
    for (const line of linesWithParts) {
      const parts = rows.filter(({ partOf }) => partOf === line)
      expect(parts.reduce((sum, row) => sum + amountOf(result, row), 0n)).toBe(result.lines[line])
    }
  const commission = rows.find(({ key }) => key === 'commission')!
  expect(basesOf(columns[2]!.result, commission)).toEqual([{ basis: 'settled', cents: -2_350n }])
})

test('coverage is of what was sold, and there is none without sales', () => {
  expect(costCoverage(resultOf(october))).toBe(0.82)
  expect(costCoverage(resultOf(noFacts))).toBeNull()
})

test('a share is rounded half up, below zero as above', () => {
  expect(shareInPoints(19_57n, 150_50n)).toBe(1_300n)
  expect(shareInPoints(-19_57n, 150_50n)).toBe(-1_300n)
  expect([1n, 3n].map((part) => shareInPoints(part, 20_000n))).toEqual([1n, 2n])
  expect(shareInPoints(1n, 0n)).toBeNull()
})

test('a period with nothing but a cancelled order is not one without anything', () => {
  expect(isNothing(resultOf(noFacts))).toBe(true)
  expect(isNothing(resultOf({ ...noFacts, cancelledCents: 7_000n }))).toBe(false)
  expect(isNothing(resultOf({ ...noFacts, validOrders: 1n }))).toBe(false)
})

test('the sales, less the cancelled ones, at the platform’s price are the product revenue', () => {
  const months = [
    { ...october, cancelledCents: 2_500n },
    { ...october, money: [money('product_revenue', 9_700n, 'settled'), money('product_revenue', 200n, 'typed')] },
  ].map((facts) => resultOf({ ...facts, grossTypedCents: 200n, cancelledTypedCents: facts.cancelledCents && 500n }))
  const total = addResults(months)
  expect(openingOf(months[0]!)).toEqual({ gross: 12_500n, cancelled: -2_500n, repriced: 0n })
  expect(openingOf(months[1]!)).toEqual({ gross: 10_000n, cancelled: 0n, repriced: -100n })
  for (const result of [...months, total])
    expect(Object.values(openingOf(result)).reduce((sum, cents) => sum + cents, 0n)).toBe(result.lines.revenue)
  expect(total.byBasis).toMatchObject({
    gross: { charged: 21_600n, typed: 900n },
    cancelled: { charged: -2_000n, typed: -500n },
    repriced: { settled: -100n, charged: 0n },
  })
})

test('every amount says how well it is known, in parts that add up to it', () => {
  const result = addResults([resultOf(october), resultOf({ ...october, cancelledCents: 5n, taxCents: 0n })])
  const amounts = { ...openingOf(result), ...result.lines }
  for (const line of [...openingLines, ...resultLines]) {
    const parts = moneyBases.map((basis) => result.byBasis[line][basis])
    expect({ line, cents: parts.reduce((sum, cents) => sum + cents, 0n) }).toEqual({ line, cents: amounts[line] })
  }
})

test('unreported ads are unknown; where some days are reported, these count', () => {
  const withoutAds = { ...october, adsCents: 0n, ads: { expectedDays: 31, missingDays: 31 } }
  expect(isAdsMissing(resultOf(withoutAds))).toBe(true)
  expect(isAdsMissing(resultOf(october))).toBe(false)
  expect(isAdsMissing(resultOf(noFacts))).toBe(false)
})

test('a line that follows from a missing one is missing; a line before it is known, and so is a partly known one', () => {
  const noAds = resultOf({ ...october, adsCents: 0n, ads: { expectedDays: 31, missingDays: 31 } })
  expect(noAds.sums).toMatchObject({ contribution: knownSum(noAds, 'contribution') })
  expect([knownSum(noAds, 'contributionAfterAds'), knownSum(noAds, 'profit')]).toEqual([null, null])
  // The profit before ads is known all the same, and stands for the profit.
  expect(headlineOf(noAds)).toEqual({ sum: 'profitBeforeAds', cents: 2_750n })
  expect(headlineOf(resultOf(october))).toEqual({ sum: 'profit', cents: 2_500n })
  const noCost = resultOf({ ...october, costCents: 0n, revenueWithCostCents: 0n })
  expect(headlineOf(noCost)).toEqual({ sum: 'profit', cents: null })
  const unknown = [
    ...resultLines,
    ...(['netRevenue', 'contribution', 'contributionAfterAds', 'profitBeforeAds', 'profit'] as const),
  ]
  expect(unknown.filter((key) => isUnknown(noCost, key))).toEqual([
    'cost',
    'contribution',
    'contributionAfterAds',
    'profitBeforeAds',
    'profit',
  ])
  expect(unknown.filter((key) => isUnknown(resultOf(october), key))).toEqual([])
})
