import fc from 'fast-check'
import { brazilFeeHistory } from '@/lib/money/fees/brazil'
import { publishedCalled } from '@/lib/testing/factories/published-fees'
import { estimateFees } from '@/lib/money/fees/estimate-fees'
import { expectedCharges } from '@/lib/money/fees/expected-charges'
import { feeRuleOn } from '@/lib/money/fees/fee-rule-on'
import type { FeeRule, ShopProgramme } from '@/lib/money/fees/schema'
import { defaultTerms, termsOn, type ShopTerms } from '@/lib/money/fees/terms'

const rules: FeeRule[] = brazilFeeHistory.map((terms, index) => ({
  ...terms,
  id: `rule-${index}`,
  confirmedBy: 0,
  version: 1,
}))
const ruleFor = (day: string, programme: ShopProgramme = 'freeShipping') =>
  feeRuleOn(rules, { platform: 'shopee', sellerType: 'cnpj', programme, day })!
const since2026 = ruleFor('2026-09-22')
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
    'from March to September 2026 %s cents with a voucher of %s pay %s and %s',
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
    const terms = { ...defaultTerms, protection: true, adsTopUpRate: 20_000n }
    expect(expectedCharges(one(393_00n), 1_97n, since2026, terms)).toMatchObject({
      commissionCents: 46_92n,
      serviceCents: 33_82n,
      protectionCents: 49n,
      adsCents: 7_82n,
      feesCents: 46_92n + 33_82n + 49n,
      rule: { name: 'Shopee desde 23/04/2026 · CNPJ', version: 1 },
    })
  })

  test('campaigns come per line, the affiliates’ service off their commission, both inside the service fee', () => {
    const terms = { ...defaultTerms, campaign: true, affiliates: true }
    const result = expectedCharges([...one(10_00n, 3), ...one(50_14n)], 0n, since2026, terms, 5_03n)
    // 3.5 % of 30.00 = 1.05; of 50.14 = 1.7549; 14 % of 5.03 = 0.7042
    expect(result.parts).toMatchObject([
      { kind: 'campaign', cents: 2_80n, baseCents: 80_14n },
      { kind: 'affiliate_service', cents: 70n, baseCents: 5_03n },
    ])
    expect(result.serviceCents).toBe(60n + 1_00n + 16_00n + 2_80n + 70n)
  })
})

test('a tie goes up, and the trace says so', () => {
  // 18 % of 12.25: 2.205; 2 %: 0.245.
  const result = expectedCharges(one(12_25n), 0n, since2026, defaultTerms)
  expect(result.lines[0]?.commission).toEqual({ rate: 180_000n, exactMillionths: 220_500_000n, cents: 2_21n })
  expect(result.lines[0]?.service).toEqual({ rate: 20_000n, exactMillionths: 24_500_000n, cents: 25n })
  expect(result.rounding).toBe('halfUp')
})

describe('since October 2026', () => {
  const october = ruleFor('2026-10-08')
  const individual = feeRuleOn(rules, {
    platform: 'shopee',
    sellerType: 'cpf',
    programme: 'freeShipping',
    day: '2026-10-08',
  })!
  const net = (rule: FeeRule, price: bigint, terms = defaultTerms, quantity = 1) =>
    price * BigInt(quantity) - expectedCharges(one(price, quantity), 0n, rule, terms).feesCents

  test('the order of 8 October brings 16.95', () => {
    const terms = { ...defaultTerms, adsTopUpRate: 20_000n }
    const result = expectedCharges(one(27_49n), 0n, october, terms)
    expect(result).toMatchObject({ commissionCents: 5_11n, serviceCents: 4_88n, adsCents: 55n })
    expect(27_49n - result.feesCents - result.adsCents).toBe(16_95n)
  })

  test.each([20_000n, 30_000n, 50_000n])('the ads top-up is the share of %s millionths that the shop sets', (rate) => {
    const terms = { ...defaultTerms, adsTopUpRate: rate }
    const result = expectedCharges(one(100_00n), 10_00n, october, terms)
    expect(result.adsCents).toBe((90_00n * rate) / 1_000_000n)
    expect(expectedCharges(one(100_00n), 10_00n, { ...october, parts: [] }, terms).adsCents).toBe(result.adsCents)
  })

  test('an individual pays three reais more for each item only with volume, and less below R$12', () => {
    const many = { ...defaultTerms, highVolume: true }
    expect(net(individual, 49_90n)).toBe(35_42n)
    expect(net(individual, 49_90n, many)).toBe(32_42n)
    expect(net(individual, 49_90n, many, 2)).toBe(64_84n)
    expect(net(october, 49_90n, many)).toBe(35_42n)
    const september = feeRuleOn(rules, {
      platform: 'shopee',
      sellerType: 'cpf',
      programme: 'standard',
      day: '2026-09-30',
    })!
    const added = (price: bigint) => expectedCharges(one(price), 0n, september, many).serviceCents - (price * 2n) / 100n
    expect([8_00n, 10_00n, 12_00n].map(added)).toEqual([6_00n, 6_50n, 7_00n])
  })

  test('a campaign takes 2.5 % until 22 April 2026 and 3.5 % from the 23rd', () => {
    const inCampaign = { ...defaultTerms, campaign: true }
    const days = ['2026-03-01', '2026-04-22', '2026-04-23', '2026-09-30', '2026-10-01']
    expect(days.map((day) => net(ruleFor(day), 100_00n, inCampaign))).toEqual([63_50n, 63_50n, 62_50n, 62_50n, 62_50n])
  })

  test('a bulky order pays R$50 once, however many its units', () => {
    const bulky = { ...defaultTerms, bulky: true }
    expect(net(october, 100_00n, bulky, 3)).toBe(net(october, 100_00n, defaultTerms, 3) - 50_00n)
  })
})

const anyLines = fc.array(
  fc.record({ unitPriceCents: fc.bigInt({ min: 0n, max: 60_000n }), quantity: fc.integer({ min: 1, max: 30 }) }),
  { minLength: 1, maxLength: 6 },
)
const anyTerms = fc.record({
  programme: fc.constantFrom('standard' as const, 'freeShipping' as const),
  campaign: fc.boolean(),
  affiliates: fc.boolean(),
  protection: fc.boolean(),
  highVolume: fc.boolean(),
  bulky: fc.boolean(),
  adsTopUpRate: fc.constantFrom(0n, 20_000n, 50_000n),
})

test('lines and parts add up to the whole, and each amount is its trace rounded half up', () => {
  const cents = fc.bigInt({ min: 0n, max: 50_000n })
  fc.assert(
    fc.property(
      anyLines,
      cents,
      fc.constantFrom(...rules),
      anyTerms,
      cents,
      (lines, voucher, rule, terms, affiliate) => {
        const result = expectedCharges(lines, voucher, rule, terms, affiliate)
        const sum = (values: bigint[]) => values.reduce((a, b) => a + b, 0n)
        const part = (money: string) =>
          sum(result.parts.filter((each) => each.money === money).map((each) => each.cents))
        expect(sum(result.lines.map((line) => line.commissionCents))).toBe(result.commissionCents)
        expect(sum(result.lines.map((line) => line.serviceRateCents + line.fixedCents)) + part('service')).toBe(
          result.serviceCents,
        )
        expect(part('protection')).toBe(result.protectionCents)
        expect(part('ads')).toBe(result.adsCents)
        expect(result.feesCents).toBe(result.commissionCents + result.serviceCents + result.protectionCents)
        for (const line of result.lines.filter(({ capped }) => !capped))
          for (const step of [line.commission, line.service])
            expect(step.cents).toBe((step.exactMillionths + 500_000n) / 1_000_000n)
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

test('an item that a voucher pays whole costs an individual the extra as it costs the fixed part: each is of an item sold', () => {
  const rule: FeeRule = { ...publishedCalled('shopee-2026-10-cpf'), id: 'cpf', confirmedBy: 0, version: 1 }
  const terms = { ...defaultTerms, highVolume: true, protection: true }
  expect(expectedCharges([{ unitPriceCents: 50_00n, quantity: 2 }], 100_00n, rule, terms)).toMatchObject({
    commissionCents: 0n,
    serviceCents: 15_00n,
    protectionCents: 0n,
  })
})
