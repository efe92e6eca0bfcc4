import { MoneyKind } from '@/lib/generated/prisma/enums'
import { addResults, costCoverage, lineOfKind, moneyBases, noFacts, openingLines, openingOf } from './result-lines'
import { isNothing, resultLines, resultOf, shareInPoints, type MoneyFact } from './result-lines'

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
  expenses: { fixed: 1_000n, variable: 200n, tax: 380n },
}

test('a result goes from sales to profit, and every sum is the sum of the lines above it', () => {
  const { lines, sums } = resultOf(october)
  expect(sums).toEqual({ netRevenue: 7_500n, contribution: 3_950n, profit: 2_750n })
  expect(Object.values(lines).reduce((sum, cents) => sum + cents, 0n)).toBe(sums.profit)
})

test('fees are told apart by how well they are known, and a top-up of ads is no cost', () => {
  expect(resultOf(october)).toMatchObject({
    byBasis: { fees: { settled: -1_200n, estimated: -600n, charged: 0n, typed: 0n } },
    adsTopUpCents: -300n,
  })
})

test('a tax enters once: set aside by its rate, or paid as an expense where no rate does', () => {
  expect(resultOf(october)).toMatchObject({ lines: { tax: -400n, otherTaxes: 0n }, taxPaidCents: 380n })
  expect(resultOf({ ...october, taxCents: 0n })).toMatchObject({
    lines: { tax: 0n, otherTaxes: -380n },
    taxPaidCents: 0n,
  })
})

test('a total is the sum of its months', () => {
  const months = [resultOf(october), resultOf({ ...october, taxCents: 0n })]
  const total = addResults(months)
  for (const line of resultLines) expect(total.lines[line]).toBe(months[0]!.lines[line] + months[1]!.lines[line])
  expect(total.sums.profit).toBe(months[0]!.sums.profit + months[1]!.sums.profit)
})

test('every kind of money has its line', () => {
  expect(Object.keys(lineOfKind).toSorted()).toEqual(Object.values(MoneyKind).toSorted())
})

test('coverage is of what was sold, and there is none without sales', () => {
  expect(costCoverage(resultOf(october))).toBe(0.82)
  expect(costCoverage(resultOf(noFacts))).toBeNull()
})

test('a share is rounded half to even, below zero as above', () => {
  expect(shareInPoints(19_57n, 150_50n)).toBe(1_300n)
  expect(shareInPoints(-19_57n, 150_50n)).toBe(-1_300n)
  expect([1n, 3n].map((part) => shareInPoints(part, 20_000n))).toEqual([0n, 2n])
  expect(shareInPoints(1n, 0n)).toBeNull()
})

test('a period with nothing but a cancelled order is not one without anything', () => {
  expect(isNothing(resultOf(noFacts))).toBe(true)
  expect(isNothing(resultOf({ ...noFacts, cancelledCents: 7_000n }))).toBe(false)
  expect(isNothing(resultOf({ ...noFacts, validOrders: 1n }))).toBe(false)
})

test('what was sold, less what was cancelled, at the platform’s price is the product revenue', () => {
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
