import fc from 'fast-check'
import { brazilFeeHistory } from '@/lib/money/fees/brazil'
import { priceLines, type PriceTerms } from '@/lib/money/fees/price-terms'
import { feePartKinds, typedHere, type FeePart, type FeeRule } from '@/lib/money/fees/schema'
import { drawsOf } from '@/lib/testing/harnesses/report-figures'
import { unitFees, unitProfit } from './unit-fees'

const rate = fc.bigInt({ min: 0n, max: 200_000n })
const cents = fc.bigInt({ min: 0n, max: 30_00n })
const anyPart: fc.Arbitrary<FeePart> = fc.record({
  kind: fc.constantFrom(...feePartKinds),
  rate,
  fixedCents: cents,
  basis: fc.constantFrom('item' as const, 'order' as const),
  cheap: fc.option(fc.record({ belowCents: fc.bigInt({ min: 1n, max: 100_00n }), rate }), { nil: null }),
  capCents: fc.option(cents, { nil: null }),
  origin: fc.constant(typedHere),
})
const anyRule: fc.Arbitrary<FeeRule> = fc
  .record({
    of: fc.constantFrom(...brazilFeeHistory),
    parts: fc.array(anyPart, { maxLength: 4 }),
    capCents: fc.option(cents, { nil: null }),
    basis: fc.constantFrom('item' as const, 'order' as const),
    rounding: fc.constantFrom('halfUp' as const, 'halfEven' as const),
  })
  .map(({ of, ...drawn }) => ({ ...of, ...drawn, id: 'rule', confirmedBy: 0, version: 1 }))
const anyTerms: fc.Arbitrary<PriceTerms> = fc.record({
  rule: anyRule,
  terms: fc.record({
    programme: fc.constant('freeShipping' as const),
    campaign: fc.boolean(),
    affiliates: fc.boolean(),
    protection: fc.boolean(),
    adsTopUpRate: rate,
    highVolume: fc.boolean(),
    bulky: fc.boolean(),
  }),
  costCents: fc.option(cents, { nil: null }),
  packagingCents: cents,
  taxRate: fc.option(rate, { nil: null }),
  adsRate: rate,
  affiliateRate: fc.oneof(fc.constant(0n), rate),
})

test('fees and profit of one unit are those of its lines, for every rule, programme and rounding', () => {
  fc.assert(
    fc.property(anyTerms, fc.bigInt({ min: 0n, max: 500_00n }), (terms, price) => {
      const { affiliate, payout, profit } = priceLines(price, terms)
      expect(unitFees(price, terms.rule, terms.terms, -affiliate) - affiliate).toBe(price - payout)
      expect(unitProfit(price, terms)).toBe(profit)
    }),
    { ...drawsOf(500, 5_000), endOnFailure: true },
  )
})
