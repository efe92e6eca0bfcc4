import fc from 'fast-check'
import { priceFor } from '@/lib/money/fees/best-price'
import { brazilFeeHistory } from '@/lib/money/fees/brazil'
import { calculate } from '@/lib/money/fees/calculation'
import { zoneOf } from '@/lib/money/fees/dead-zones'
import { priceLines } from '@/lib/money/fees/price-terms'
import type { FeeRule } from '@/lib/money/fees/schema'
import { defaultTerms } from '@/lib/money/fees/terms'
import { plainBand } from '@/lib/testing/harnesses/plain-bands'
import { lowerPrice, priceShape } from './lower-price'
import { endedAbove, endedBelow, endedNear, newPrice, type PriceRule } from './price-rule'
import { keptAt, keptTerms, quoteAt, termsOf, type ListingTerms } from './quote'
import { drawsOf } from '@/lib/testing/harnesses/report-figures'

const rules: FeeRule[] = brazilFeeHistory.map((terms, index) => ({
  ...terms,
  id: `rule-${index}`,
  confirmedBy: 0,
  version: 1,
}))
const since2026 = rules.find(({ toDay, sellerType }) => toDay === null && sellerType === 'cnpj')!
const plain: ListingTerms = {
  rule: since2026,
  terms: defaultTerms,
  costCents: 20_00n,
  packagingCents: 1_00n,
  taxRate: 60_000n,
  adsRate: 40_000n,
  affiliateRate: 0n,
}
const anyTerms: fc.Arbitrary<ListingTerms> = fc.record({
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
  costCents: fc.option(fc.bigInt({ min: 0n, max: 300_00n }), { nil: null }),
  packagingCents: fc.bigInt({ min: 0n, max: 5_00n }),
  taxRate: fc.option(fc.bigInt({ min: 0n, max: 150_000n }), { nil: null }),
  adsRate: fc.option(fc.bigInt({ min: 0n, max: 200_000n }), { nil: null }),
  affiliateRate: fc.constant(0n),
})
/** Bands that no platform has published: prices after an edge may pay less for long. */
const anyRule: fc.Arbitrary<FeeRule> = fc
  .uniqueArray(
    fc.record({
      edge: fc.integer({ min: 200, max: 110_00 }),
      commission: fc.constantFrom(0n, 20_000n, 126_000n, 186_000n, 333_333n),
      service: fc.constantFrom(0n, 14_000n, 66_667n),
      fixed: fc.bigInt({ min: 0n, max: 50_00n }),
    }),
    { selector: ({ edge }) => edge, minLength: 2, maxLength: 5 },
  )
  .map((drawn) => {
    const sorted = drawn.toSorted((a, b) => a.edge - b.edge)
    const bands = sorted.map(({ edge, commission, service, fixed }, index) =>
      plainBand({
        fromCents: index === 0 ? 0n : BigInt(edge),
        toCents: sorted[index + 1] ? BigInt(sorted[index + 1]!.edge) - 1n : null,
        commission,
        service,
        fixedCents: fixed,
      }),
    )
    return { ...since2026, bands }
  })
const ruled = (rule: Partial<PriceRule> & Pick<PriceRule, 'kind'>): PriceRule =>
  ({ ending: 'none', leastMargin: null, ...rule }) as PriceRule

test('fee, tax, Ads and profit of hundreds of listings are those of the calculator, to the cent', () => {
  fc.assert(
    fc.property(anyTerms, fc.bigInt({ min: 1n, max: 1_000_00n }), (terms, price) => {
      const { campaign, protection, bulky } = terms.terms
      const typed = { price, margin: null, cost: terms.costCents, packaging: terms.packagingCents, tax: terms.taxRate }
      const result = calculate(
        { ...typed, ads: terms.adsRate, affiliate: null, mode: 'price', campaign, protection, bulky, errors: {} },
        { rule: terms.rule, terms: terms.terms },
      )
      if (result.state !== 'found') throw new Error(result.state)
      const { lines } = result
      const quote = quoteAt(price, terms)
      expect([quote.feeCents, quote.profitCents, quote.margin]).toEqual([
        -(lines.commission + lines.service + lines.protection + lines.affiliate),
        lines.profit,
        lines.margin,
      ])
      // The amounts shown add up to the profit.
      if (quote.profitCents !== null)
        expect(price - quote.feeCents - quote.taxCents! - quote.costCents! - (quote.adsCents ?? 0n)).toBe(
          quote.profitCents,
        )
    }),
    { ...drawsOf(250, 1_000), endOnFailure: true },
  )
})

test('an unknown cost or tax leaves no profit, and an unknown Ads share is not a share of zero', () => {
  expect(quoteAt(50_00n, { ...plain, costCents: null })).toMatchObject({
    costCents: null,
    profitCents: null,
    margin: null,
  })
  expect(quoteAt(50_00n, { ...plain, taxRate: null })).toMatchObject({ taxCents: null, profitCents: null })
  expect(quoteAt(50_00n, { ...plain, adsRate: null }).adsCents).toBeNull()
  expect(quoteAt(50_00n, { ...plain, adsRate: 0n }).adsCents).toBe(0n)
})

/** The best of all cents below each price, the higher of two that leave the same: tried one by one. */
function bestBelow(left: readonly bigint[]): number[] {
  const best = [0, 0]
  for (let price = 2; price < left.length; price++) {
    const last = best[price - 1]!
    best.push(last === 0 || left[price - 1]! >= left[last]! ? price - 1 : last)
  }
  return best
}

test('the lower price that pays more is the best of all cents below, for every rule, tax and Ads share', () => {
  const upTo = 120_00
  const around = [-1, 0, 1, 400, 700, 900]
  const anyPrices = fc.array(fc.integer({ min: 2, max: upTo }), { minLength: 40, maxLength: 40 })
  fc.assert(
    fc.property(anyTerms, fc.option(anyRule, { nil: null }), anyPrices, (drawn, rule, prices) => {
      const terms = { ...drawn, ...(rule && { rule }), terms: { ...drawn.terms, highVolume: false } }
      const shape = priceShape(terms)
      const kept = keptTerms(terms)
      const left = Array.from({ length: upTo + 1 }, (_, price) => (price === 0 ? 0n : keptAt(BigInt(price), kept)))
      // Where next to nothing is left of each cent more, no price is suggested (leastSlope), though the cheapest would be the best.
      fc.pre(left[300]! - left[100]! >= 30n)
      const best = bestBelow(left)
      const edges = terms.rule.bands.flatMap(({ fromCents }) => around.map((step) => Number(fromCents) + step))
      for (const price of [...prices, ...edges.filter((price) => price >= 2 && price <= upTo)]) {
        const most = best[price]!
        const gain = left[most]! - left[price]!
        const least = zoneOf(shape.zones, BigInt(price)) ? 1n : 5n
        const result = lowerPrice(shape, BigInt(price))
        expect([price, result?.priceCents ?? null, result?.gainCents ?? 0n]).toEqual(
          gain >= least ? [price, BigInt(most), gain] : [price, null, 0n],
        )
        if (!result?.againCents || result.againCents > upTo) continue
        const again = left.findIndex(
          (cents, at) => at >= price && cents >= left[most]! && !zoneOf(shape.zones, BigInt(at)),
        )
        expect(result.againCents).toBe(BigInt(again))
      }
    }),
    { ...drawsOf(4, 12), endOnFailure: true },
  )
}, 60_000)

/** The rules in force since 1 October 2026, each seller with what adds to the fees by item: as a shop may have it. */
const october = rules
  .filter(({ fromDay, toDay }) => fromDay === '2026-10-01' && toDay === null)
  .flatMap((rule) =>
    [false, true].flatMap((campaign) =>
      (rule.sellerType === 'cpf' ? [false, true] : [false]).map((highVolume) => ({ rule, campaign, highVolume })),
    ),
  )
/** Prices where a fee begins, or stops going by the price. */
const octoberEdges = [9_00, 12_00, 80_00, 100_00, 200_00]
const topCents = 210_00

test('since October 2026 the lower price is the best of all cents below for companies and individuals, above 450 orders too', () => {
  expect(october.map(({ rule, highVolume }) => `${rule.sellerType} ${highVolume}`).toSorted()).toEqual([
    'cnpj false',
    'cnpj false',
    'cpf false',
    'cpf false',
    'cpf true',
    'cpf true',
  ])
  for (const { rule, campaign, highVolume } of october) {
    const terms = { ...plain, rule, terms: { ...defaultTerms, campaign, highVolume } }
    const [shape, kept] = [priceShape(terms), keptTerms(terms)]
    const left = Array.from({ length: topCents + 1 }, (_, price) => (price === 0 ? 0n : keptAt(BigInt(price), kept)))
    // Where less than a twentieth of each further cent is left no price is suggested.
    const steep = [1, ...octoberEdges].map((from, at) => {
      const to = (octoberEdges[at] ?? topCents + 1) - 1
      return { from, to, grows: Number(left[to]! - left[from]!) / (to - from) > 0.0499 }
    })
    let best = 0
    const wrong: unknown[] = []
    for (let price = 2; price <= topCents; price++) {
      const last = price - 1
      const isSteep = steep.some(({ from, to, grows }) => grows && last >= from && last <= to)
      if (isSteep && (best === 0 || left[last]! >= left[best]!)) best = last
      const isNearEdge = octoberEdges.some((edge) => Math.abs(edge - price) <= 3)
      if (!isNearEdge && price % 97 !== 0) continue
      const gain = best === 0 ? 0n : left[best]! - left[price]!
      const least = zoneOf(shape.zones, BigInt(price)) ? 1n : 5n
      const expected = gain >= least ? [BigInt(best), gain] : [null, 0n]
      const result = lowerPrice(shape, BigInt(price))
      if (result?.priceCents !== (expected[0] ?? undefined) || (result?.gainCents ?? 0n) !== expected[1])
        wrong.push([rule.sellerType, highVolume, campaign, price, result, expected])
      if (!result?.againCents || result.againCents > topCents) continue
      const again = left.findIndex(
        (cents, at) => at >= price && cents >= left[best]! && !zoneOf(shape.zones, BigInt(at)),
      )
      if (result.againCents !== BigInt(again)) wrong.push([rule.sellerType, price, result.againCents, again])
    }
    expect(wrong).toEqual([])
  }
}, 60_000)

test('where the fixed parts go by the price and nothing is left of it, no price of nearly nothing is suggested', () => {
  const cpf = rules.find(({ toDay, sellerType }) => toDay === null && sellerType === 'cpf')!
  const terms = { ...plain, rule: cpf, terms: { ...defaultTerms, highVolume: true } }
  expect(lowerPrice(priceShape(terms), 9_00n)).toBeNull()
  expect(lowerPrice(priceShape(terms), 84_00n)?.priceCents).toBe(79_99n)
})

test('tax and Ads make a dead zone longer than fees alone do', () => {
  // 87.78 pays 59.49 as 79.99 does; with 10 % of tax and Ads the lower price keeps R$0.78 more of it.
  const shape = priceShape(plain)
  expect(zoneOf(shape.zones, 87_78n)).toBeNull()
  expect(lowerPrice(shape, 87_78n)).toMatchObject({ priceCents: 79_99n, gainCents: 78n })
  expect(lowerPrice(priceShape({ ...plain, taxRate: 0n, adsRate: 0n }), 87_78n)).toBeNull()
})

test('a price ends in ,90 at the nearer one, and below R$0.90 at none', () => {
  expect([endedNear(83_39n), endedNear(83_40n), endedNear(83_90n), endedNear(12n)]).toEqual([
    82_90n,
    83_90n,
    83_90n,
    90n,
  ])
  fc.assert(
    fc.property(fc.bigInt({ min: 90n, max: 10_000_00n }), (price) => {
      const [below, above] = [endedBelow(price)!, endedAbove(price)]
      expect([below % 100n, above % 100n]).toEqual([90n, 90n])
      expect(below <= price && price <= above && above - below <= 100n).toBe(true)
    }),
  )
  expect(endedBelow(89n)).toBeNull()
})

test('the price for a margin is the calculator’s; ending in ,90 it is the first such price that leaves the margin', () => {
  fc.assert(
    fc.property(anyTerms, fc.constantFrom(30_00n, 79_91n, 79_95n, 99_92n, 199_95n, 250_00n), (drawn, at) => {
      const terms = { ...drawn, costCents: drawn.costCents ?? 10_00n, taxRate: drawn.taxRate ?? 0n }
      const shape = priceShape(terms)
      const margin = quoteAt(at, terms).margin!
      if (margin < 0n) return
      const exact = newPrice(1n, terms, shape, ruled({ kind: 'margin', margin }))
      expect(exact.next?.priceCents ?? null).toBe(priceFor(termsOf(terms), { margin }))
      const { next } = newPrice(1n, terms, shape, ruled({ kind: 'margin', margin, ending: 'ninety' }))
      let first: bigint | null = null
      for (let price = 90n; price <= 2_000_00n && first === null; price += 100n) {
        const { profit } = priceLines(price, termsOf(terms))
        if (!zoneOf(shape.zones, price) && profit! * 1_000_000n >= price * margin) first = price
      }
      if (first !== null) expect(next?.priceCents).toBe(first)
    }),
    { ...drawsOf(20, 60), endOnFailure: true },
  )
}, 30_000)

test('percent, lower, raise and one price for all', () => {
  const shape = priceShape(plain)
  const at = (price: bigint, rule: Parameters<typeof ruled>[0]) => newPrice(price, plain, shape, ruled(rule))
  expect(at(83_33n, { kind: 'percent', basisPoints: -1_000n }).next?.priceCents).toBe(75_00n)
  expect(at(83_33n, { kind: 'percent', basisPoints: 750n, ending: 'ninety' }).next?.priceCents).toBe(89_90n)
  expect(at(83_33n, { kind: 'lower' }).next?.priceCents).toBe(79_99n)
  expect(at(83_33n, { kind: 'lower', ending: 'ninety' }).next?.priceCents).toBe(79_90n)
  expect(at(50_00n, { kind: 'lower' })).toEqual({ next: null, kept: 'noLower' })
  const raised = at(83_33n, { kind: 'raise', ending: 'ninety' }).next!
  expect(raised.priceCents % 100n).toBe(90n)
  expect(keptAt(raised.priceCents, shape.kept)).toBeGreaterThanOrEqual(keptAt(79_99n, shape.kept))
  expect(at(50_00n, { kind: 'set', cents: 50_00n })).toEqual({ next: null, kept: 'same' })
})

test('the lock keeps what would leave less than the wanted margin, and each unknown profit', () => {
  const shape = priceShape(plain)
  const at = (terms: ListingTerms, cents: bigint, leastMargin: bigint) =>
    newPrice(1n, terms, shape, ruled({ kind: 'set', cents, leastMargin })).kept
  const { margin } = quoteAt(60_00n, plain)
  expect([at(plain, 60_00n, margin!), at(plain, 60_00n, margin! + 1n)]).toEqual([null, 'lock'])
  expect(at({ ...plain, costCents: null }, 60_00n, 0n)).toBe('lockUnknown')
  expect(newPrice(1n, { ...plain, costCents: null }, shape, ruled({ kind: 'margin', margin: 0n })).kept).toBe('unknown')
})
