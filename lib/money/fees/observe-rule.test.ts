import fc from 'fast-check'
import { publishedCalled } from '@/lib/testing/factories/published-fees'
import { checkRule, type ChargedOrder } from '@/lib/money/fees/check-rule'
import { expectedCharges } from '@/lib/money/fees/expected-charges'
import { observeRule } from '@/lib/money/fees/observe-rule'
import type { FeeBand, FeeRule } from '@/lib/money/fees/schema'
import { defaultTerms, type TermsOfDay } from '@/lib/money/fees/terms'
import { drawsOf } from '@/lib/testing/harnesses/report-figures'

const march = publishedCalled('shopee-2026-03-cnpj')
/** A rule of the time before cheap items paid less. */
const seeded: FeeRule = {
  ...march,
  id: 'seeded',
  bands: march.bands.map((each) => ({ ...each, cheap: null })),
  confirmedBy: 0,
  version: 1,
}
const band = (from: bigint, to: bigint | null, commission: bigint, fixedCents: bigint, service = 20_000n): FeeBand => ({
  fromCents: from,
  toCents: to,
  commission,
  service,
  fixedCents,
  cheap: null,
  origin: { source: '', readOn: null, certainty: 'observed' },
})
/** The other public table of March 2026. */
const others: FeeRule = {
  ...seeded,
  bands: [
    band(0n, 79_99n, 180_000n, 4_00n),
    band(80_00n, 99_99n, 120_000n, 16_00n),
    band(100_00n, 199_99n, 120_000n, 18_00n),
    band(200_00n, 499_99n, 120_000n, 20_00n),
    band(500_00n, null, 60_000n, 40_00n),
  ],
}

/** A repeatable throw of dice. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % sides
  }
}

function charged(rule: FeeRule, count: number, seed = 7, terms: TermsOfDay = defaultTerms): ChargedOrder[] {
  const roll = dice(seed)
  return Array.from({ length: count }, () => {
    const line = () => ({ unitPriceCents: BigInt(10_00 + roll(700_00)), quantity: 1 + (roll(5) === 0 ? roll(3) : 0) })
    const lines = roll(10) === 0 ? [line(), line()] : [line()]
    const sellerVoucherCents = roll(6) === 0 ? BigInt(roll(9_00)) : 0n
    const affiliateCents = terms.affiliates && roll(2) === 0 ? BigInt(roll(20_00)) : 0n
    const { commissionCents, serviceCents } = expectedCharges(lines, sellerVoucherCents, rule, terms, affiliateCents)
    return { lines, sellerVoucherCents, commissionCents, serviceCents, affiliateCents, terms }
  })
}

test('orders charged by a rule confirm it, and no other', () => {
  const orders = charged(seeded, 300)
  expect(checkRule(orders, seeded)).toMatchObject({ matched: 300, differing: 0, isConfirmed: true })
  expect(checkRule(orders, others).isConfirmed).toBe(false)
  expect(checkRule(charged(others, 300), seeded).isConfirmed).toBe(false)
})

const single = (price: bigint, count: number) =>
  Array.from({ length: count }, (): ChargedOrder => {
    const lines = [{ unitPriceCents: price, quantity: 1 }]
    const { commissionCents, serviceCents } = expectedCharges(lines, 0n, seeded, defaultTerms)
    return { lines, sellerVoucherCents: 0n, affiliateCents: 0n, commissionCents, serviceCents, terms: defaultTerms }
  })
const differing = (price: bigint, count: number) =>
  single(price, count).map((order) => ({ ...order, serviceCents: order.serviceCents + 1n }))

test('a rule stays unconfirmed without orders, with four in a band, and with six in a hundred that differ', () => {
  expect(checkRule([], seeded).isConfirmed).toBe(false)
  expect(checkRule([...single(50_00n, 20), ...single(90_00n, 4)], seeded).isConfirmed).toBe(false)
  expect(checkRule([...single(50_00n, 20), ...single(90_00n, 5)], seeded)).toMatchObject({
    isConfirmed: true,
    provedFrom: [0n, 80_00n],
  })
  const wrong = differing(50_00n, 6)
  expect(checkRule([...single(50_00n, 94), ...wrong], seeded)).toEqual({
    matched: 94,
    differing: 6,
    isConfirmed: false,
    provedFrom: [],
  })
  expect(checkRule([...single(50_00n, 114), ...wrong], seeded).isConfirmed).toBe(true)
})

test('a confirmed rule is not turned by single orders, only by many or by a new band that begins otherwise', () => {
  const stays = (orders: ChargedOrder[]) => checkRule(orders, seeded, true).isConfirmed
  const begins = (orders: ChargedOrder[]) => checkRule(orders, seeded).isConfirmed
  for (const few of [1, 2, 3, 4]) {
    const orders = [...single(50_00n, 20), ...single(90_00n, few)]
    expect([begins(orders), stays(orders)]).toEqual([false, true])
  }
  for (const more of [6, 7, 8, 9, 10]) {
    const orders = [...single(50_00n, 100 - more), ...differing(50_00n, more)]
    expect([begins(orders), stays(orders)]).toEqual([false, true])
  }
  expect(stays([...single(50_00n, 89), ...differing(50_00n, 11)])).toBe(false)
  expect(stays([...single(50_00n, 100), ...differing(90_00n, 1)])).toBe(false)
  expect(stays([])).toBe(false)
})

test('the terms that orders were charged by are found exactly: rates, fixed parts and edges', () => {
  const result = observeRule(charged(others, 600), seeded)
  expect(result).toMatchObject({ basis: 'item', matched: 600, orders: 600 })
  expect(result?.bands).toEqual(others.bands)
})

test('a rule that gives every order but has too few in a band is not offered as a poorer one of itself', () => {
  const cheap = charged(others, 600).filter(({ lines }) =>
    lines.every(({ unitPriceCents }) => unitPriceCents < 200_00n),
  )
  const dear = charged(others, 600, 5)
    .filter(({ lines }) => lines[0]!.unitPriceCents > 500_00n)
    .slice(0, 2)
  const orders = [...cheap, ...dear]
  expect(checkRule(orders, others)).toMatchObject({ differing: 0, isConfirmed: false })
  expect(observeRule(orders, others)).toBeNull()
})

test('also with parts of the shop’s terms on top, and where three in a hundred were charged something else', () => {
  const terms = { ...defaultTerms, campaign: true, affiliates: true }
  expect(observeRule(charged(others, 600, 11, terms), seeded)?.bands).toEqual(others.bands)
  const orders = charged(others, 600, 13).map((order, index) =>
    index % 33 === 5 ? { ...order, serviceCents: order.serviceCents + 7_00n } : order,
  )
  expect(observeRule(orders, seeded)?.bands).toEqual(others.bands)
})

test('a cap that orders reach is found with the rest; one that none reaches stays, one that is passed goes', () => {
  const capped: FeeRule = { ...seeded, capCents: 100_00n, bands: [band(0n, null, 120_000n, 4_00n)] }
  const dearer: FeeRule = { ...capped, bands: [band(0n, null, 140_000n, 5_00n)] }
  const observed = (orders: ChargedOrder[]) => observeRule(orders, capped)
  expect(observed(charged(dearer, 600, 19))).toMatchObject({ capCents: 100_00n, bands: dearer.bands, matched: 600 })
  const small = charged(dearer, 600, 19).filter(({ commissionCents }) => commissionCents < 50_00n)
  expect(observed(small)).toMatchObject({ capCents: 100_00n, bands: dearer.bands })
  expect(observed(charged({ ...dearer, capCents: null }, 600, 19))).toMatchObject({
    capCents: null,
    bands: dearer.bands,
  })
})

test('a fixed part charged once an order is distinguished from one charged per unit', () => {
  const perOrder: FeeRule = { ...others, basis: 'order' }
  expect(observeRule(charged(perOrder, 600, 17), seeded)).toMatchObject({ basis: 'order', bands: others.bands })
})

test('charges that follow no rule propose none', () => {
  const roll = dice(23)
  const orders = charged(seeded, 200).map((order) => ({ ...order, commissionCents: BigInt(roll(9_000)) }))
  expect(observeRule(orders, seeded)).toBeNull()
  expect(observeRule([], seeded)).toBeNull()
})

test('whatever two bands were charged, they are found', () => {
  const rate = fc.integer({ min: 2, max: 30 }).map((halves) => BigInt(halves) * 5_000n)
  const fixed = fc.integer({ min: 0, max: 60 }).map((halves) => BigInt(halves) * 50n)
  const edge = fc.integer({ min: 5, max: 60 }).map((tens) => BigInt(tens) * 10_00n)
  fc.assert(
    fc.property(rate, rate, fixed, fixed, edge, (first, second, low, high, from) => {
      fc.pre(first !== second)
      const bands = [band(0n, from - 1n, first, low, 30_000n), band(from, null, second, high, 30_000n)]
      expect(observeRule(charged({ ...seeded, bands }, 500, 29), seeded)?.bands).toEqual(bands)
    }),
    drawsOf(5, 15),
  )
}, 60_000)

test('the limit of cheap items is seen as well: the orders of October show R$9.00 to a company that has the rule of before', () => {
  const rule = (key: string): FeeRule => ({ ...publishedCalled(key), id: key, confirmedBy: 0, version: 1 })
  const [september, october] = [rule('shopee-2026-04-cnpj'), rule('shopee-2026-10-cnpj')]
  const roll = dice(11)
  const prices = Array.from({ length: 160 }, (_, at) => BigInt(at % 2 === 0 ? 4_00 + roll(8_00) : 12_00 + roll(200_00)))
  const orders = prices.map((unitPriceCents): ChargedOrder => {
    const lines = [{ unitPriceCents, quantity: 1 }]
    const { commissionCents, serviceCents } = expectedCharges(lines, 0n, october, defaultTerms)
    return { lines, sellerVoucherCents: 0n, affiliateCents: 0n, commissionCents, serviceCents, terms: defaultTerms }
  })
  const observed = observeRule(orders, september)!
  expect(observed).toMatchObject({ matched: 160, orders: 160 })
  expect(observed.bands[0]).toMatchObject({ fixedCents: 4_50n, cheap: { belowCents: 9_00n, rate: 500_000n } })
  // Where no order tells, what is known stays.
  const dear = orders.filter(({ lines }) => lines[0]!.unitPriceCents >= 12_00n)
  expect(observeRule(dear, september)?.bands[0]?.cheap).toEqual({ belowCents: 8_00n, rate: 500_000n })
})
