import fc from 'fast-check'
import { betterPrices, priceFor } from '@/lib/money/fees/best-price'
import { brazilFeeHistory } from '@/lib/money/fees/brazil'
import { deadZones, zoneOf } from '@/lib/money/fees/dead-zones'
import { priceLines, type PriceTerms } from '@/lib/money/fees/price-terms'
import type { FeeRule } from '@/lib/money/fees/schema'
import { defaultTerms } from '@/lib/money/fees/terms'
import { drawsOf } from '@/lib/testing/harnesses/report-figures'

const rules: FeeRule[] = brazilFeeHistory.map((terms, index) => ({
  ...terms,
  id: `rule-${index}`,
  confirmedBy: 0,
  version: 1,
}))
const since2026 = rules.find(({ name }) => name === 'Shopee desde 23/04/2026 · CNPJ')!
const plain: PriceTerms = {
  rule: since2026,
  terms: defaultTerms,
  costCents: 20_00n,
  packagingCents: 1_00n,
  taxRate: 60_000n,
  adsRate: 0n,
  affiliateRate: 0n,
}

test('a price of 85.00 earns more at 79.99, and as much again from 88.36', () => {
  expect(betterPrices(plain, deadZones(since2026), 85_00n)).toMatchObject({
    paysCents: 57_10n,
    lossCents: 2_89n,
    below: { priceCents: 79_99n, paysCents: 59_99n },
    above: { priceCents: 88_36n, paysCents: 59_99n },
  })
  expect(betterPrices(plain, deadZones(since2026), 88_36n)).toBeNull()
})

test('a price’s lines add up to its profit, worked by hand', () => {
  const { trace: _, ...lines } = priceLines(100_00n, { ...plain, adsRate: 50_000n, affiliateRate: 100_000n })
  expect(lines).toEqual({
    price: 100_00n,
    commission: -12_00n,
    // 2 % + R$20 + 14 % of the affiliates' R$10.
    service: -23_40n,
    affiliate: -10_00n,
    protection: 0n,
    payout: 54_60n,
    ads: -5_00n,
    tax: -6_00n,
    packaging: -1_00n,
    cost: -20_00n,
    profit: 22_60n,
    margin: 226_000n,
  })
})

test('an unknown value stays unknown', () => {
  expect(priceLines(100_00n, { ...plain, costCents: null })).toMatchObject({ cost: null, profit: null, margin: null })
  expect(priceLines(100_00n, { ...plain, taxRate: null })).toMatchObject({ tax: null, profit: null })
  expect(priceFor({ ...plain, costCents: null }, { margin: 100_000n })).toBeNull()
})

const anyContext = fc.record({
  rule: fc.constantFrom(...rules),
  terms: fc.record({
    programme: fc.constant('freeShipping' as const),
    campaign: fc.boolean(),
    affiliates: fc.boolean(),
    protection: fc.boolean(),
    adsTopUpRate: fc.constant(0n),
    highVolume: fc.boolean(),
    bulky: fc.boolean(),
  }),
  costCents: fc.bigInt({ min: 0n, max: 300_00n }),
  packagingCents: fc.bigInt({ min: 0n, max: 5_00n }),
  taxRate: fc.bigInt({ min: 0n, max: 150_000n }),
  adsRate: fc.constantFrom(0n, 33_333n, 100_000n),
  affiliateRate: fc.constantFrom(0n, 50_000n, 71_000n),
})

test('the price for a margin is the first of every price from 1.00 to 1,000.00 that leaves it, outside dead zones', () => {
  fc.assert(
    fc.property(anyContext, fc.bigInt({ min: -100_000n, max: 300_000n }), (context, margin) => {
      const zones = deadZones(context.rule, context.terms)
      const result = priceFor(context, { margin }, 1_00n)
      let first: bigint | null = null
      for (let price = 1_00n; price <= 1_000_00n && first === null; price++) {
        if (zoneOf(zones, price)) continue
        const { profit } = priceLines(price, context)
        if (profit! * 1_000_000n >= price * margin) first = price
      }
      if (first !== null) expect(result).toBe(first)
      else expect(result === null || result > 1_000_00n).toBe(true)
    }),
    drawsOf(2, 3),
  )
}, 60_000)

test('a price sought from within a dead zone on is the first after it', () => {
  expect(priceFor(plain, { profitCents: 1_00n }, 79_99n)).toBe(79_99n)
  expect(priceFor(plain, { profitCents: 1_00n }, 80_00n)).toBe(88_36n)
  expect(priceFor(plain, { margin: 0n }, 101_00n)).toBe(104_64n)
})

test('the price that restores a profit is the first that leaves as much', () => {
  fc.assert(
    fc.property(anyContext, fc.bigInt({ min: 0n, max: 100_00n }), (context, profitCents) => {
      const result = priceFor(context, { profitCents })
      if (result === null) return
      expect(priceLines(result, context).profit! >= profitCents).toBe(true)
      const zones = deadZones(context.rule, context.terms)
      for (let price = result - 1n; price >= 1n && price > result - 600n; price--)
        expect(zoneOf(zones, price) === null && priceLines(price, context).profit! >= profitCents).toBe(false)
    }),
    drawsOf(5, 12),
  )
}, 60_000)
