import fc from 'fast-check'
import { brazilFeeHistory } from '@/lib/money/fees/brazil'
import { bandOf, expectedFees } from '@/lib/money/fees/calculate'
import { feeRuleOn } from '@/lib/money/fees/fee-rule-on'
import type { Rounding } from '@/lib/core/rounding'
import type { FeeOrderLine, FeeRule, FeeSellerType, ShopProgramme } from '@/lib/money/fees/schema'

const rules: FeeRule[] = brazilFeeHistory.map((terms, index) => ({
  ...terms,
  id: `rule-${index}`,
  confirmedBy: 0,
  version: 1,
}))

function ruleFor(day: string, sellerType: FeeSellerType = 'cnpj', programme: ShopProgramme = 'standard'): FeeRule {
  const rule = feeRuleOn(rules, { platform: 'shopee', sellerType, programme, day })
  if (!rule) throw new Error('no rule')
  return rule
}

const since2026 = ruleFor('2026-09-21')
const one = (unitPriceCents: bigint, quantity = 1): FeeOrderLine[] => [{ unitPriceCents, quantity }]
const paysOut = (price: bigint, rule = since2026) => price - expectedFees(one(price), 0n, rule).totalCents

const anyLine = fc.record({
  unitPriceCents: fc.oneof(
    fc.bigInt({ min: 0n, max: 100_000n }),
    fc.constantFrom(7999n, 8000n, 9999n, 10000n, 19999n, 20000n),
  ),
  quantity: fc.integer({ min: 1, max: 200 }),
})
const anyLines = fc.array(anyLine, { minLength: 1, maxLength: 12 })
const anyRule = fc
  .record({ rule: fc.constantFrom(...rules), basis: fc.constantFrom('item' as const, 'order' as const) })
  .map(({ rule, basis }) => ({ ...rule, basis }))

describe('bands of March to September 2026', () => {
  test.each([
    [79_99n, 59_99n],
    [80_00n, 52_80n],
    [88_36n, 59_99n],
    [99_99n, 69_99n],
    [100_00n, 66_00n],
    [104_64n, 69_99n],
    [199_99n, 151_99n],
    [200_00n, 146_00n],
    [206_97n, 151_99n],
  ])('a price of %s cents pays out %s', (price, payout) => {
    expect(paysOut(price)).toBe(payout)
  })

  test.each([
    [79_99n, 88_36n],
    [99_99n, 104_64n],
    [199_99n, 206_97n],
  ])('after %s cents only %s pays as much again', (last, again) => {
    for (let price = last + 1n; price < again; price++) expect(paysOut(price) < paysOut(last)).toBe(true)
    expect(paysOut(again) >= paysOut(last)).toBe(true)
  })

  test.each([
    [0n, 4_00n],
    [79_99n, 4_00n],
    [80_00n, 16_00n],
    [99_99n, 16_00n],
    [100_00n, 20_00n],
    [199_99n, 20_00n],
    [200_00n, 26_00n],
    [1_000_000_00n, 26_00n],
  ])('a unit price of %s cents falls in the band with %s fixed', (price, fixed) => {
    expect(bandOf(since2026, price)?.fixedCents).toBe(fixed)
  })

  test('real orders are charged to the cent', () => {
    expect(expectedFees(one(393_00n), 1_97n, since2026)).toMatchObject({
      commissionCents: 46_92n,
      serviceCents: 33_82n,
    })
    expect(expectedFees(one(49_90n), 0n, since2026)).toMatchObject({ commissionCents: 8_98n, serviceCents: 5_00n })
  })

  test('the fixed part is charged per unit, of individuals by the same bands', () => {
    expect(expectedFees(one(10_00n, 3), 0n, since2026).lines[0]).toMatchObject({
      fixedCents: 12_00n,
      baseCents: 30_00n,
    })
    expect(expectedFees(one(10_00n, 3), 0n, ruleFor('2026-09-21', 'cpf')).lines[0]?.fixedCents).toBe(12_00n)
  })

  test('the band goes by the unit price, not by what the voucher leaves nor by the line', () => {
    expect(expectedFees(one(80_00n), 10_00n, since2026).lines[0]).toMatchObject({
      baseCents: 70_00n,
      bandFromCents: 80_00n,
      commissionCents: 8_40n,
      serviceRateCents: 1_40n,
    })
    expect(expectedFees(one(50_00n, 10), 0n, since2026).lines[0]?.bandFromCents).toBe(0n)
  })

  test('a unit given away costs nothing', () => {
    expect(expectedFees(one(0n, 2), 0n, since2026).totalCents).toBe(0n)
  })
})

describe('since 1 October 2026', () => {
  const october = ruleFor('2026-10-01')
  test.each([
    [49_90n, 35_42n],
    [79_90n, 59_42n],
    [79_99n, 59_49n],
    [80_00n, 52_80n],
    [89_90n, 61_31n],
    // A cheap item pays half its price as the fixed part; at the limit it pays all of it.
    [5_00n, 1_50n],
    [8_98n, 2_69n],
    [8_99n, 2_69n],
    [9_00n, 2_70n],
  ])('a price of %s cents pays out %s', (price, payout) => {
    expect(paysOut(price, october)).toBe(payout)
  })

  test('the measured order of 8 October is charged line by line', () => {
    expect(expectedFees(one(27_49n), 0n, october)).toMatchObject({
      commissionCents: 5_11n,
      serviceCents: 4_88n,
      lines: [{ serviceRateCents: 38n, fixedCents: 4_50n }],
    })
  })

  test('the fixed part comes once for each unit, half of each cheap one', () => {
    expect(expectedFees(one(27_49n, 3), 0n, october).lines[0]?.fixedCents).toBe(13_50n)
    expect(expectedFees(one(5_00n, 3), 0n, october).lines[0]?.fixedCents).toBe(7_50n)
  })

  test('until September an item is cheap below R$8, since October below R$9', () => {
    const fixed = (price: bigint, day: string) => expectedFees(one(price), 0n, ruleFor(day)).lines[0]?.fixedCents
    const days = ['2026-03-01', '2026-04-22', '2026-04-23', '2026-09-30', '2026-10-01', '2026-11-28']
    expect(days.map((day) => fixed(7_98n, day))).toEqual([3_99n, 3_99n, 3_99n, 3_99n, 3_99n, 3_99n])
    expect(days.map((day) => fixed(8_00n, day))).toEqual([4_00n, 4_00n, 4_00n, 4_00n, 4_00n, 4_00n])
    expect(days.map((day) => fixed(8_98n, day))).toEqual([4_00n, 4_00n, 4_00n, 4_00n, 4_49n, 4_49n])
    expect(days.map((day) => fixed(9_00n, day))).toEqual([4_00n, 4_00n, 4_00n, 4_00n, 4_50n, 4_50n])
  })
})

test('half a cent goes up where the rule says so, commission and service apart', () => {
  // 18 % and 2 % of 12.25: 2.205 and 0.245; of 14.25: 2.565 and 0.285.
  const by = (rounding: Rounding) =>
    [12_25n, 14_25n].map((price) => {
      const { commissionCents, lines } = expectedFees(one(price), 0n, { ...since2026, rounding })
      return [commissionCents, lines[0]?.serviceRateCents]
    })
  expect(by('halfUp')).toEqual([
    [2_21n, 25n],
    [2_57n, 29n],
  ])
  expect(by('halfEven')).toEqual([
    [2_20n, 24n],
    [2_56n, 28n],
  ])
})

test('half a cent of a voucher goes where the rule says, and what is left over to the last line', () => {
  const shares = (rounding: Rounding) =>
    expectedFees([...one(10_00n), ...one(10_00n)], 5n, { ...since2026, rounding }).lines.map(
      ({ voucherCents }) => voucherCents,
    )
  expect(shares('halfUp')).toEqual([3n, 2n])
  expect(shares('halfEven')).toEqual([2n, 3n])
})

describe('until 28 February 2026', () => {
  // Price, 12 % commission, 2 % service (8 % more in the programme), R$4 a unit; the percentages stop at R$100.
  test.each([
    [1n, 0n, 4_00n],
    [79_99n, 9_60n, 5_60n],
    [80_00n, 9_60n, 5_60n],
    [100_00n, 12_00n, 6_00n],
    [500_00n, 60_00n, 14_00n],
    // 85.7148 and 14.2858 round to the cap, the next cent to one above it.
    [714_29n, 85_71n, 18_29n],
    [714_30n, 85_71n, 18_29n],
    [900_00n, 85_71n, 18_29n],
  ])('standard: a price of %s cents pays %s commission and %s service', (price, commissionCents, serviceCents) => {
    const fees = expectedFees(one(price), 0n, ruleFor('2026-02-28'))
    expect(fees).toMatchObject({ commissionCents, serviceCents })
  })

  test.each<[FeeSellerType, ShopProgramme, bigint]>([
    ['cnpj', 'standard', 14_00n + 4_00n],
    ['cnpj', 'freeShipping', 20_00n + 4_00n],
    ['cpf', 'standard', 14_00n + 7_00n],
    ['cpf', 'freeShipping', 20_00n + 7_00n],
  ])('a %s seller, %s, is charged %s cents of R$100', (sellerType, programme, fees) => {
    expect(expectedFees(one(100_00n), 0n, ruleFor('2026-02-28', sellerType, programme)).totalCents).toBe(fees)
  })

  test('the percentages stop at R$100 a unit, the fixed part comes on top', () => {
    const rule = ruleFor('2026-02-28', 'cnpj', 'freeShipping')
    expect(expectedFees(one(500_00n), 0n, rule)).toMatchObject({ totalCents: 104_00n, lines: [{ capped: false }] })
    expect(expectedFees(one(900_00n, 2), 0n, rule)).toMatchObject({
      commissionCents: 120_00n,
      serviceCents: 80_00n + 8_00n,
      lines: [{ capped: true }],
    })
  })
})

describe('whatever the order', () => {
  test('the parts add up to the whole, to the cent', () => {
    fc.assert(
      fc.property(anyLines, fc.bigInt({ min: 0n, max: 500_000n }), anyRule, (lines, voucher, rule) => {
        const fees = expectedFees(lines, voucher, rule)
        const total = (pick: (line: (typeof fees.lines)[number]) => bigint) =>
          fees.lines.reduce((a, l) => a + pick(l), 0n)
        const revenue = lines.reduce((a, l) => a + l.unitPriceCents * BigInt(l.quantity), 0n)
        expect(total((l) => l.baseCents)).toBe(revenue - (voucher < revenue ? voucher : revenue))
        expect(total((l) => l.voucherCents)).toBe(voucher < revenue ? voucher : revenue)
        expect(total((l) => l.commissionCents)).toBe(fees.commissionCents)
        expect(total((l) => l.serviceRateCents + l.fixedCents)).toBe(fees.serviceCents)
        expect(fees.totalCents).toBe(fees.commissionCents + fees.serviceCents)
        for (const line of fees.lines) {
          expect(line.serviceCents).toBe(line.serviceRateCents + line.fixedCents)
          expect(line.baseCents >= 0n && line.commissionCents >= 0n && line.serviceRateCents >= 0n).toBe(true)
          expect(line.fixedCents >= 0n).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('charged per order, the fixed part of the dearest unit counts once', () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        const fees = expectedFees(lines, 0n, { ...since2026, basis: 'order' })
        const dearest = lines.reduce((best, line) => (line.unitPriceCents > best ? line.unitPriceCents : best), 0n)
        const whole = dearest === 0n ? 0n : (bandOf(since2026, dearest)?.fixedCents ?? 0n)
        // Below R$8.00 the fixed part is half the price, half a cent up.
        const fixed = dearest < 8_00n ? (dearest + 1n) / 2n : whole
        expect(fees.lines.reduce((a, l) => a + l.fixedCents, 0n)).toBe(fixed)
      }),
    )
  })

  test('the percentages never pass the cap', () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        const fees = expectedFees(lines, 0n, ruleFor('2025-06-01', 'cnpj', 'freeShipping'))
        fees.lines.forEach((line, index) => {
          const cap = 100_00n * BigInt(lines[index]?.quantity ?? 0)
          expect(line.commissionCents + line.serviceRateCents <= cap).toBe(true)
        })
      }),
    )
  })
})
