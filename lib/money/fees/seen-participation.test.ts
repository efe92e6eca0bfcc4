import { publishedCalled } from '@/lib/testing/factories/published-fees'
import { expectedCharges } from '@/lib/money/fees/expected-charges'
import {
  openParticipation,
  readParticipation,
  seenParticipation,
  withParticipation,
  writeParticipation,
  type DatedOrder,
} from '@/lib/money/fees/seen-participation'
import type { FeeRule } from '@/lib/money/fees/schema'
import { defaultTerms, type TermsOfDay } from '@/lib/money/fees/terms'

const october: FeeRule = { ...publishedCalled('shopee-2026-10-cnpj'), id: 'october', confirmedBy: 0, version: 1 }

/** Charged as a shop with those terms is, of which `said` is what was said of it. */
function charged(
  day: number,
  terms: Partial<TermsOfDay> = {},
  said: TermsOfDay = defaultTerms,
  { rule = october, affiliateCents = 0n } = {},
): DatedOrder {
  const lines = [{ unitPriceCents: 49_90n + BigInt(day) * 7n, quantity: 1 }]
  const by = expectedCharges(lines, 0n, rule, { ...defaultTerms, ...terms }, affiliateCents)
  return {
    lines,
    sellerVoucherCents: 0n,
    affiliateCents,
    terms: said,
    day: `2026-10-${String(day).padStart(2, '0')}`,
    commissionCents: by.commissionCents,
    serviceCents: by.serviceCents,
    protectionCents: by.protectionCents,
    adsCents: by.adsCents,
  }
}
const days = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

test('a fee that nearly all orders pay from a day on is seen as a programme, with its day and its share', () => {
  const orders = [
    ...days(1, 9).map((day) => charged(day)),
    ...days(10, 25).map((day) => charged(day, { protection: true, adsTopUpRate: 30_000n, campaign: day !== 12 })),
  ]
  expect(seenParticipation(orders, october)).toEqual([
    { kind: 'campaign', since: '2026-10-10', orders: 15, of: 16, rate: 0n },
    { kind: 'protection', since: '2026-10-10', orders: 16, of: 16, rate: 0n },
    { kind: 'ads_top_up', since: '2026-10-10', orders: 16, of: 16, rate: 30_000n },
  ])
})

test('nine orders, or seven of ten, are no programme; nor is what the shop said', () => {
  const some = (count: number, of: number, said = defaultTerms) =>
    seenParticipation(
      days(1, of).map((day) => charged(day, { protection: day % of < count }, said)),
      october,
    )
  expect(some(9, 9)).toEqual([])
  expect(some(14, 20).every(({ of }) => of < 20)).toBe(true)
  expect(some(20, 20)).toHaveLength(1)
  expect(some(20, 20, { ...defaultTerms, protection: true })).toEqual([])
  expect(some(20, 20, { ...defaultTerms, denied: ['protection'] })).toEqual([])
})

test('a campaign is seen beside affiliates without terms either', () => {
  const orders = days(1, 20).map((day) =>
    charged(day, { campaign: true, affiliates: true }, defaultTerms, { affiliateCents: 3_00n }),
  )
  expect(seenParticipation(orders, october).map(({ kind, of }) => [kind, of])).toEqual([
    ['campaign', 20],
    ['affiliate_service', 20],
  ])
})

test('affiliates bring some orders alone: one of ten is asked about, fewer are no programme', () => {
  const by = (every: number) =>
    seenParticipation(
      days(1, 60).map((at) => {
        const affiliateCents = at % every === 0 ? 3_00n : 0n
        return charged((at % 30) + 1, { affiliates: true }, defaultTerms, { affiliateCents })
      }),
      october,
    )
  expect(by(7)).toMatchObject([{ kind: 'affiliate_service', orders: 8 }])
  expect(by(13)).toEqual([])
  expect(by(30)).toEqual([])
})

test('a share for ads that is not the one that was said is asked as well, from its first day on', () => {
  const two = { ...defaultTerms, adsTopUpRate: 20_000n }
  const orders = [
    ...days(1, 10).map((day) => charged(day, { adsTopUpRate: 20_000n }, two)),
    ...days(11, 25).map((day) => charged(day, { adsTopUpRate: 50_000n }, two)),
  ]
  const seen = seenParticipation(orders, october)
  expect(seen).toEqual([{ kind: 'ads_top_up', since: '2026-10-11', orders: 15, of: 15, rate: 50_000n }])
  expect(withParticipation(two, seen, '2026-10-11').adsTopUpRate).toBe(50_000n)
  expect(withParticipation(two, seen, '2026-10-10').adsTopUpRate).toBe(20_000n)
  const shop = { shopId: 's', shop: 'Loja', participation: seen }
  expect(openParticipation([{ ...shop, terms: two }])).toHaveLength(1)
  expect(openParticipation([{ ...shop, terms: { ...two, adsTopUpRate: 50_000n } }])).toEqual([])
  expect(openParticipation([{ ...shop, terms: { ...two, denied: ['ads_top_up'] } }])).toEqual([])
})

test('an individual with an unknown volume is asked where nearly all orders pay the extra', () => {
  const rule: FeeRule = { ...publishedCalled('shopee-2026-10-cpf'), id: 'cpf', confirmedBy: 0, version: 1 }
  const orders = days(1, 12).map((day) => charged(day, { highVolume: true }, defaultTerms, { rule }))
  const seen = seenParticipation(orders, rule)
  expect(seen).toEqual([{ kind: 'individual_volume', since: '2026-10-01', orders: 12, of: 12, rate: 0n }])
  expect(withParticipation(defaultTerms, seen, '2026-10-05').highVolume).toBe(true)
  const few = orders.map((order) => ({ ...order, terms: { ...defaultTerms, highVolume: false } }))
  expect(seenParticipation(few, rule)).toEqual([])
})

test('a shop that sells bulky items alone is asked, also where it takes part in campaigns without terms', () => {
  const orders = days(1, 12).map((day) => charged(day, { bulky: true, campaign: day > 2 }))
  const seen = seenParticipation(orders, october)
  expect(seen.map(({ kind, since }) => [kind, since])).toEqual([
    ['campaign', '2026-10-03'],
    ['bulky', '2026-10-01'],
  ])
  expect(withParticipation(defaultTerms, seen, '2026-10-01')).toMatchObject({ bulky: true, campaign: false })
  expect(seenParticipation(orders.map((order) => ({ ...order, terms: { ...defaultTerms, bulky: true, campaign: true } })), october)).toEqual([]) // prettier-ignore
})

test('until somebody answers, what is charged so is expected from its day on; after a no it is not', () => {
  const seen = seenParticipation(
    days(5, 25).map((day) => charged(day, { protection: true })),
    october,
  )
  expect(withParticipation(defaultTerms, seen, '2026-10-05').protection).toBe(true)
  expect(withParticipation(defaultTerms, seen, '2026-10-04').protection).toBe(false)
  expect(withParticipation({ ...defaultTerms, denied: ['protection'] }, seen, '2026-10-05').protection).toBe(false)
  expect(readParticipation(JSON.parse(JSON.stringify(writeParticipation(seen))))).toEqual(seen)
  expect(readParticipation('x')).toEqual([])
})

test('a programme seen under two rules is asked once, from its first day on', () => {
  const of = (since: string) => ({ kind: 'protection' as const, since, orders: 20, of: 21, rate: 0n })
  const shop = { shopId: 's', shop: 'Loja', terms: defaultTerms }
  const seen = [
    { ...shop, participation: [of('2026-10-01')] },
    { ...shop, participation: [of('2026-09-10')] },
  ]
  expect(openParticipation(seen)).toEqual([{ ...of('2026-09-10'), shopId: 's', shop: 'Loja', orders: 40, of: 42 }])
  expect(openParticipation([{ ...seen[0]!, terms: { ...defaultTerms, protection: true } }])).toEqual([])
})
