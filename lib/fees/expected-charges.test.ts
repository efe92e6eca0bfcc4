import fc from 'fast-check'
import { brazilFeeHistory } from '@/lib/fees/brazil'
import { estimateFees } from '@/lib/fees/estimate-fees'
import { expectedCharges } from '@/lib/fees/expected-charges'
import { divideHalfEven } from '@/lib/fees/rounding'
import { ruleOn } from '@/lib/fees/rule-on'
import type { FeeRule, ShopProgramme } from '@/lib/fees/schema'
import { defaultTerms, termsOn, type ShopTerms } from '@/lib/fees/terms'

const rules: FeeRule[] = brazilFeeHistory.map((terms, index) => ({
  ...{ ...terms, id: `rule-${index}` },
  ...{ confirmedBy: 0, version: 1 },
}))
const ruleFor = (day: string, programme: ShopProgramme = 'freeShipping') =>
  ruleOn(rules, { platform: 'shopee', sellerType: 'cnpj', programme, day })!
const since2026 = ruleFor('2026-11-22')
const until2026 = ruleFor('2026-02-28')
const one = (unitPriceCents: bigint, quantity = 1) => [{ unitPriceCents, quantity }]

describe('worked by hand', () => {
  // price, seller's voucher, commission, service
  test.each<[bigint, bigint, bigint, bigint]>([
    [79_99n, 0n, 14_40n, 5_60n],
    [80_00n, 0n, 9_60n, 17_60n],
    [99_99n, 0n, 12_00n, 18_00n],
    [100_00n, 0n, 12_00n, 22_00n],
    [199_99n, 0n, 24_00n, 24_00n],
    [200_00n, 0n, 24_00n, 30_00n],
    [80_00n, 10_00n, 8_40n, 17_40n],
    [200_00n, 20_00n, 21_60n, 29_60n],
    [79_99n, 79_99n, 0n, 4_00n],
  ])(
    'since March 2026 %s cents with a voucher of %s pay %s and %s',
    (price, voucher, commissionCents, serviceCents) => {
      expect(expectedCharges(one(price), voucher, since2026, defaultTerms)).toMatchObject({
        commissionCents,
        serviceCents,
      })
    },
  )

  test.each<[bigint, bigint, bigint, bigint]>([
    [79_99n, 0n, 9_60n, 10_40n],
    [80_00n, 0n, 9_60n, 10_40n],
    [99_99n, 0n, 12_00n, 12_00n],
    [100_00n, 0n, 12_00n, 12_00n],
    [199_99n, 0n, 24_00n, 20_00n],
    [200_00n, 0n, 24_00n, 20_00n],
    [200_00n, 20_00n, 21_60n, 18_40n],
    [600_00n, 0n, 60_00n, 44_00n],
  ])(
    'in the programme until February 2026 %s cents with a voucher of %s pay %s and %s',
    (price, voucher, commissionCents, serviceCents) => {
      expect(expectedCharges(one(price), voucher, until2026, defaultTerms)).toMatchObject({
        commissionCents,
        serviceCents,
      })
    },
  )

  test('the real order of 393.00 pays easy returns and the ads top-up as charged', () => {
    const terms = { ...defaultTerms, protection: true, adsTopUp: true }
    expect(expectedCharges(one(393_00n), 1_97n, since2026, terms)).toMatchObject({
      ...{ commissionCents: 46_92n, serviceCents: 33_82n, protectionCents: 49n, adsCents: 7_82n },
      feesCents: 46_92n + 33_82n + 49n,
      rule: { name: 'Shopee desde 01/03/2026 · CNPJ', version: 1 },
    })
  })

  test('campaigns come per line, the affiliates’ service off their commission, both inside the service fee', () => {
    const terms = { ...defaultTerms, campaign: true, affiliates: true }
    const found = expectedCharges([...one(10_00n, 3), ...one(50_14n)], 0n, since2026, terms, 5_03n)
    // 3.5 % of 30.00 = 1.05; of 50.14 = 1.7549; 14 % of 5.03 = 0.7042
    expect(found.parts).toMatchObject([
      { kind: 'campaign', cents: 2_80n, baseCents: 80_14n },
      { kind: 'affiliate_service', cents: 70n, baseCents: 5_03n },
    ])
    expect(found.serviceCents).toBe(60n + 1_00n + 16_00n + 2_80n + 70n)
  })
})

test('a tie goes to the even cent, and the trace says so', () => {
  // 18 % of 12.50 and 12.75: 2.25 and 2.295; 2 %: 0.25 and 0.255.
  const [even, up] = [
    expectedCharges(one(12_75n), 0n, since2026, defaultTerms),
    expectedCharges(one(14_25n), 0n, since2026, defaultTerms),
  ]
  expect(even.lines[0]?.service).toEqual({ rate: 20_000n, exactMillionths: 25_500_000n, cents: 26n })
  expect(up.lines[0]?.service).toEqual({ rate: 20_000n, exactMillionths: 28_500_000n, cents: 28n })
  expect(even.lines[0]?.commission).toEqual({ rate: 180_000n, exactMillionths: 229_500_000n, cents: 230n })
  expect(expectedCharges(one(1_25n), 0n, since2026, defaultTerms).lines[0]?.service.cents).toBe(2n)
})

const anyLines = fc.array(
  fc.record({ unitPriceCents: fc.bigInt({ min: 0n, max: 60_000n }), quantity: fc.integer({ min: 1, max: 30 }) }),
  { minLength: 1, maxLength: 6 },
)
const anyTerms = fc.record({
  programme: fc.constantFrom('standard' as const, 'freeShipping' as const),
  ...{ campaign: fc.boolean(), affiliates: fc.boolean(), protection: fc.boolean(), adsTopUp: fc.boolean() },
})

test('lines and parts add up to the whole, and each amount is its trace rounded half to even', () => {
  const cents = fc.bigInt({ min: 0n, max: 50_000n })
  fc.assert(
    fc.property(
      anyLines,
      cents,
      fc.constantFrom(...rules),
      anyTerms,
      cents,
      (lines, voucher, rule, terms, affiliate) => {
        const found = expectedCharges(lines, voucher, rule, terms, affiliate)
        const sum = (values: bigint[]) => values.reduce((a, b) => a + b, 0n)
        const part = (money: string) =>
          sum(found.parts.filter((each) => each.money === money).map((each) => each.cents))
        expect(sum(found.lines.map((line) => line.commissionCents))).toBe(found.commissionCents)
        expect(sum(found.lines.map((line) => line.serviceRateCents + line.fixedCents)) + part('service')).toBe(
          found.serviceCents,
        )
        expect(part('protection')).toBe(found.protectionCents)
        expect(part('ads')).toBe(found.adsCents)
        expect(found.feesCents).toBe(found.commissionCents + found.serviceCents + found.protectionCents)
        for (const line of found.lines.filter(({ capped }) => !capped))
          for (const step of [line.commission, line.service])
            expect(step.cents).toBe(divideHalfEven(step.exactMillionths, 1_000_000n))
      },
    ),
    { numRuns: 300 },
  )
})

describe('a shop’s terms', () => {
  const terms: ShopTerms[] = [
    { ...defaultTerms, fromDay: '2025-06-01', programme: 'standard' },
    { ...defaultTerms, fromDay: '2026-01-15', protection: true },
  ]
  test.each<[string, ShopProgramme, boolean]>([
    ['2025-05-31', 'freeShipping', false],
    ['2025-06-01', 'standard', false],
    ['2026-01-14', 'standard', false],
    ['2026-01-15', 'freeShipping', true],
  ])('on %s are those last said', (day, programme, protection) => {
    expect(termsOn(terms, day)).toMatchObject({ programme, protection })
  })

  test('say by which rule an estimate goes; without any it is the free-shipping programme’s', () => {
    const estimate = (shopTerms: ShopTerms[], day = '2025-07-01') =>
      estimateFees(one(100_00n), 0n, { day, sellerType: 'cnpj', feeRules: rules, shopTerms })
    expect(estimate([])?.totalCents).toBe(24_00)
    expect(estimate(terms)?.totalCents).toBe(18_00)
    expect(estimate(terms, '2026-02-01')).toMatchObject({
      totalCents: 24_49,
      lines: [{}, {}, { kind: 'protection', amount: -49 }],
    })
  })
})
