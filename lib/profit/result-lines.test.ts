import { MoneyKind } from '@/lib/generated/prisma/enums'
import { addResults, costCoverage, lineOfKind, noFacts, resultLines, resultOf, type MoneyFact } from './result-lines'

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
    feesByBasis: { settled: -1_200n, estimated: -600n, charged: 0n, typed: 0n },
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
