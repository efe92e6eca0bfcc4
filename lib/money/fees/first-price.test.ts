import fc from 'fast-check'
import { priceFor } from '@/lib/money/fees/best-price'
import { brazilFeeHistory } from '@/lib/money/fees/brazil'
import { deadZones } from '@/lib/money/fees/dead-zones'
import { readBands } from '@/lib/money/fees/draft-bands'
import { readDraftBands } from '@/lib/money/fees/rule-draft'
import { firstPrice } from '@/lib/money/fees/first-price'
import type { PriceTerms } from '@/lib/money/fees/price-terms'
import { rateOf } from '@/lib/core/rounding'
import { saveFeeRuleInput } from '@/lib/money/fees/rule-schema'
import type { FeeBand, FeeRule } from '@/lib/money/fees/schema'
import { defaultTerms } from '@/lib/money/fees/terms'
import { plainBand } from '@/lib/testing/harnesses/plain-bands'

const since2026 = brazilFeeHistory.find(({ toDay, sellerType }) => toDay === null && sellerType === 'cnpj')!
const flat = (commission: bigint): FeeBand[] =>
  [0n, 300_000n, 600_000n, 900_000n].map((fromCents, at, all) =>
    plainBand({
      fromCents,
      toCents: all[at + 1] ? all[at + 1]! - 1n : null,
      commission,
      service: 0n,
      fixedCents: BigInt(at) * 3n,
    }),
  )
const ruleOf = (bands: FeeBand[]): FeeRule => ({
  ...since2026,
  bands,
  rounding: 'halfEven',
  id: 'rule',
  confirmedBy: 0,
  version: 1,
})

/** The context, and how often what a price leaves was worked out from it. */
function counted(rule: FeeRule) {
  const count = { prices: 0 }
  const context: PriceTerms = {
    rule,
    terms: defaultTerms,
    costCents: 1_00n,
    packagingCents: 0n,
    adsRate: 0n,
    affiliateRate: 0n,
    get taxRate() {
      count.prices++
      return 0n
    },
  }
  return { count, context }
}

test.each([999_990n, 999_999n, 1_000_000n, 950_000n])(
  'bands that take %s millionths are searched in few steps',
  (commission) => {
    const rule = ruleOf(flat(commission))
    const bands = vi.fn(() => rule.bands)
    const watched = Object.defineProperty({ ...rule }, 'bands', { get: bands })
    const zones = deadZones(watched)
    expect(bands.mock.calls.length).toBeLessThan(1_000)
    for (const margin of [0n, 10n, 50_000n, 999_999n]) {
      const { count, context } = counted(rule)
      priceFor(context, { margin }, 1n, zones)
      expect(count.prices).toBeLessThan(310)
    }
  },
)

test('a dead zone of any width is stepped over at once', () => {
  const [first, second] = flat(500_000n)
  const { count, context } = counted(ruleOf([first!, { ...second!, toCents: null, fixedCents: 1_000_00n }]))
  // Half of 2,999.99 is 1,499.99 as it rounds; less R$1,000, half of 4,999.97 is the first to pay as much.
  expect(priceFor(context, { profitCents: 1n }, 3_000_00n)).toBe(4_999_97n)
  expect(count.prices).toBeLessThan(5)
})

test('the price found is enough, and where little is left of a price nothing before it that rounding does not decide', () => {
  const rate = fc.bigInt({ min: 0n, max: 600_000n })
  fc.assert(
    fc.property(rate, rate, fc.bigInt({ min: 0n, max: 50_00n }), (commission, service, needCents) => {
      const bands = [plainBand({ fromCents: 0n, toCents: null, commission, service, fixedCents: 0n })]
      const left = (price: bigint) => price - rateOf(price, commission) - rateOf(price, service)
      const upToCents = 100_000n
      const reaches = vi.fn((price: bigint) => left(price) >= needCents)
      const result = firstPrice(
        { bands, capCents: null },
        { fromCents: 1n, upToCents, otherRate: 0n, needCents, reaches },
      )
      expect(reaches.mock.calls.length).toBeLessThan(302)
      if (result !== null) expect(left(result)).toBeGreaterThanOrEqual(needCents)
      if (commission + service > 960_000n) return
      let first = 1n
      while (first <= upToCents && left(first) < needCents) first++
      expect(result).toBe(first > upToCents ? null : first)
    }),
    { numRuns: 40 },
  )
})

const ruleInput = (commission: string, parts: object[] = []) =>
  saveFeeRuleInput.safeParse({
    id: '01890000-0000-7000-8000-000000000000',
    version: 1,
    fromDay: null,
    name: 'Regra',
    basis: 'item',
    capCents: null,
    parts,
    bands: [{ fromCents: 0n, commission, service: '0.05', fixedCents: 0n }],
  })

test('a rate that leaves nothing of a price is refused alike in an address, in the simulator’s form and in a rule', () => {
  expect(readBands('0-999990-0-0_300000-999990-0-3_600000-999990-0-6_900000-999990-0-9')).toBeNull()
  expect(readBands('0-900000-50001-0')).toBeNull()
  expect(readBands('0-900000-50000-0')).toHaveLength(1)
  const drafted = (commission: string, from = '0,00') =>
    readDraftBands([{ from, commission, service: '5', fixed: '0,00', cheapBelow: '' }], 'pt').fields
  expect(drafted('90')).toEqual({})
  expect(drafted('90,0001')).toEqual({ 'bands.0.commission': ['fees.fields.ratesTooHigh'] })
  expect(drafted('20', '1,00')).toEqual({ 'bands.0.fromCents': ['fees.fields.firstBand'] })
  expect(drafted('x')).toEqual({ 'bands.0.commission': ['errors.rateInvalid'] })
  expect(ruleInput('0.9').success).toBe(true)
  expect(ruleInput('0.900001').error?.issues).toMatchObject([
    { path: ['bands', 0, 'commission'], message: 'fees.fields.ratesTooHigh' },
  ])
})

test('charges on top of the bands count as well, and are refused at their field; affiliates’ commission may be all of them', () => {
  const part = (kind: string, rate: string) => ({ kind, rate, fixedCents: 0n, basis: 'item' })
  expect(ruleInput('0.2', [part('affiliate_service', '1')]).success).toBe(true)
  expect(ruleInput('0.2', [part('campaign', '0.5'), part('ads_top_up', '0.2')]).success).toBe(true)
  expect(ruleInput('0.2', [part('campaign', '0.5'), part('ads_top_up', '0.2001')]).error?.issues).toMatchObject([
    { path: ['parts', 'campaign', 'rate'], message: 'fees.fields.partsTooHigh' },
  ])
})
