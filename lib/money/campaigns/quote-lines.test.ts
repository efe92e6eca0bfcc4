import { brazilFeeHistory } from '@/lib/money/fees/brazil'
import { calculate } from '@/lib/money/fees/calculation'
import type { FeeRule } from '@/lib/money/fees/schema'
import { defaultTerms } from '@/lib/money/fees/terms'
import type { PricedListing } from '@/lib/money/prices/desk-rows'
import { feeOnOthers, plannedCents, quoteLine, quoteOverDays, sumLines } from './quote-lines'

const published = brazilFeeHistory.find(({ toDay, sellerType }) => toDay === null && sellerType === 'cnpj')!
const rule: FeeRule = { ...published, id: 'r', confirmedBy: 0, version: 1 }
const listing = (changes: Partial<PricedListing> & { campaign?: boolean } = {}): PricedListing => {
  const { campaign = false, ...rest } = changes
  return {
    id: 'l',
    priceCents: 100_00n,
    units: 30n,
    sharers: 1n,
    terms: {
      rule,
      terms: { ...defaultTerms, campaign },
      taxRate: 60_000n,
      adsRate: 0n,
      affiliateRate: 0n,
      costCents: 40_00n,
      packagingCents: 0n,
    },
    ...rest,
  }
}
const plan = { fromDay: '2026-12-12', days: 3, isHighlight: true, leastMargin: null as number | null }
const line = (priceCents: bigint, units = 10) => ({ listingId: 'l', priceCents, units })

/** The calculator's own answer for a sale within a campaign. */
function calculated(price: bigint, campaign: boolean) {
  const result = calculate(
    {
      mode: 'price',
      price,
      margin: null,
      cost: 40_00n,
      packaging: 0n,
      tax: 60_000n,
      ads: null,
      affiliate: null,
      campaign,
      protection: false,
      bulky: false,
      errors: {},
    },
    { rule, terms: defaultTerms },
  )
  if (result.state !== 'found') throw new Error(result.state)
  return result.lines.profit
}

test.each([79_99n, 80_00n, 90_00n, 99_99n, 100_00n])(
  'at %s cents before and after are the calculator’s, the campaign’s fee in the second alone',
  (price) => {
    const { before, after } = quoteLine(line(price), listing(), null, plan)
    expect(before!.profitCents).toBe(calculated(100_00n, false))
    expect(after!.profitCents).toBe(calculated(price, true))
    const withoutFee = quoteLine(line(price), listing(), null, { ...plan, isHighlight: false }).after!
    // R$100.00 in the band of 14 %: 3.50 more.
    if (price === 100_00n) expect(after!.feeCents - withoutFee.feeCents).toBe(3_50n)
    expect(withoutFee.profitCents).toBe(calculated(price, false))
  },
)

test('a shop that pays the campaign’s fee anyway has it in both prices', () => {
  const { before, after } = quoteLine(line(100_00n), listing({ campaign: true }), null, plan)
  expect(before!.feeCents).toBe(after!.feeCents)
})

test.each([
  ['below cost', 55_00n, null, ['loss']],
  ['above cost and below the wanted margin', 99_00n, 200_000, ['margin']],
  ['at the wanted margin or above', 99_00n, 100_000, []],
  ['dearer than today', 101_00n, null, ['dearer']],
] as const)('a price %s is warned about', (_, price, leastMargin, warnings) => {
  expect(quoteLine(line(price), listing(), null, { ...plan, leastMargin }).warnings).toEqual(warnings)
})

test('a missing cost is unknown and never a profit, and more units than there are is warned about', () => {
  const costless = listing({ terms: { ...listing().terms, costCents: null } })
  const quoted = quoteLine(line(90_00n, 11), costless, 10, plan)
  expect(quoted).toMatchObject({ after: { profitCents: null }, evenUnits: null, warnings: ['unknown', 'stock'] })
  expect(sumLines([quoted])).toEqual({ beforeCents: 0n, afterCents: 0n, unknown: 1, loss: 0 })
  expect(quoteLine(line(90_00n, 10), listing(), 10, plan).warnings).not.toContain('stock')
  expect(quoteLine(line(90_00n), null, null, plan)).toMatchObject({ before: null, after: null, warnings: ['gone'] })
})

test('the units that break even are the fewest whose profit is not less than the usual one', () => {
  const { before, after, usualUnits, evenUnits } = quoteLine(line(95_00n), listing({ units: 200n }), null, plan)
  expect(usualUnits).toBe(20n)
  const usual = before!.profitCents! * usualUnits
  expect(after!.profitCents! * evenUnits! >= usual).toBe(true)
  expect(after!.profitCents! * (evenUnits! - 1n) < usual).toBe(true)
  expect(quoteLine(line(50_00n), listing(), null, plan).evenUnits).toBeNull()
})

test('the sums count units set aside after, and usual units before', () => {
  const quoted = quoteLine(line(95_00n, 7), listing(), null, plan)
  expect(sumLines([quoted, quoteLine(line(50_00n), listing(), null, plan)])).toMatchObject({
    beforeCents: quoted.before!.profitCents! * 3n * 2n,
    loss: 1,
  })
  expect(sumLines([quoted]).afterCents).toBe(quoted.after!.profitCents! * 7n)
})

test('the fee on other listings is 3.5 % of their usual sales, and nothing where it is paid anyway or no campaign', () => {
  const others = [
    listing({ id: 'a', units: 100n }),
    listing({ id: 'b', units: 100n, campaign: true }),
    listing({ id: 'in', units: 100n }),
  ]
  // Ten units in three days at R$100.00.
  expect(feeOnOthers(others, new Set(['in']), plan)).toBe(35_00n)
  expect(feeOnOthers(others, new Set(['in']), { ...plan, isHighlight: false })).toBe(0n)
})

test('the plan is compared with orders before Ads', () => {
  const advertised = listing({ terms: { ...listing().terms, adsRate: 50_000n } })
  const quoted = quoteLine(line(90_00n), advertised, null, plan)
  expect(plannedCents(quoted, 2n)).toBe((quoted.after!.profitCents! + 4_50n) * 2n)
  expect(plannedCents({ phases: [{ from: '2026-12-12', days: 1, before: null, after: null }] }, 1n)).toBeNull()
})

test('across a change of fees each day counts by its own rule, and a loss of the later days is warned about', () => {
  const dearer = { ...rule, bands: rule.bands.map((band) => ({ ...band, fixedCents: band.fixedCents + 40_00n })) }
  const later = listing({ terms: { ...listing().terms, rule: dearer } })
  const phases = [
    { from: '2026-12-12', days: 1, listing: listing() },
    { from: '2026-12-13', days: 2, listing: later },
  ]
  const whole = quoteOverDays(line(90_00n, 9), phases, null, plan)
  const [first, second] = [listing(), later].map((each) => quoteLine(line(90_00n, 9), each, null, plan))
  expect(whole.phases.map(({ from, days, after }) => [from, days, after])).toEqual([
    ['2026-12-12', 1, first!.after],
    ['2026-12-13', 2, second!.after],
  ])
  expect([first!.warnings, second!.warnings, whole.warnings]).toEqual([[], ['loss'], ['loss']])
  const profits = first!.after!.profitCents! * 3n + second!.after!.profitCents! * 6n
  expect(sumLines([whole]).afterCents).toBe(profits)
  expect(plannedCents(whole, 9n)).toBe(profits)
  expect(quoteOverDays(line(90_00n), phases.slice(0, 1), null, plan)).toEqual({
    ...quoteLine(line(90_00n), listing(), null, plan),
    phases: [{ ...first!.phases[0]!, days: 1 }],
  })
})
