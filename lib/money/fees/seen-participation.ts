import { z } from 'zod'
import type { Day } from '@/lib/core/dates'
import type { ChargedOrder } from '@/lib/money/fees/check-rule'
import { expectedCharges } from '@/lib/money/fees/expected-charges'
import { rateOf, type RateMillionths } from '@/lib/core/rounding'
import { feePartKinds, type FeePartKind, type FeeRule } from '@/lib/money/fees/schema'
import { takesPart, termsOn, type ShopTerms, type TermsOfDay } from '@/lib/money/fees/terms'
import type { Cents } from '@/lib/core/money'

/** A fee that nearly all orders of a shop pay is a programme that it takes part in, not an error of the platform. */
export type ParticipationKind = Exclude<FeePartKind, 'freight_voucher'>
export const participationKinds = feePartKinds.filter((kind): kind is ParticipationKind => kind !== 'freight_voucher')

export type SeenParticipation = {
  kind: ParticipationKind
  /** The day of the first order from which on nearly all pay it. */
  since: Day
  orders: number
  of: number
  /** The share that goes to the balance for ads; zero for the others. */
  rate: RateMillionths
}
export type DatedOrder = ChargedOrder & { day: Day; protectionCents: Cents; adsCents: Cents }

type Least = { orders: number; of: number; in: number }
const nearlyAll: Least = { orders: 10, of: 80, in: 100 }

type Checked = { shopId: string; matched: number; differing: number }

/** Shops whose first orders were charged: too few to show whether nearly all pay a fee. */
export function shopsWithFewCharged(checks: readonly Checked[]): Set<string> {
  const orders = new Map<string, number>()
  for (const { shopId, matched, differing } of checks)
    orders.set(shopId, (orders.get(shopId) ?? 0) + matched + differing)
  return new Set([...orders].flatMap(([shopId, count]) => (count < nearlyAll.orders ? [shopId] : [])))
}
/** Affiliates bring some orders alone (six of forty were measured): enough of them are a participation too. */
const least: Record<ParticipationKind, Least> = {
  campaign: nearlyAll,
  affiliate_service: { orders: 5, of: 10, in: 100 },
  protection: nearlyAll,
  ads_top_up: nearlyAll,
  individual_volume: nearlyAll,
  bulky: nearlyAll,
}

const stored = z.array(
  z.object({
    kind: z.enum(participationKinds),
    since: z.string(),
    orders: z.int(),
    of: z.int(),
    rate: z.string().regex(/^\d+$/).transform(BigInt),
  }),
)
/** As JSON, where whole numbers are text. */
export const writeParticipation = (seen: readonly SeenParticipation[]) =>
  seen.map((each) => ({ ...each, rate: `${each.rate}` }))
export const readParticipation = (value: unknown): SeenParticipation[] => stored.safeParse(value).data ?? []

/** Parts of the service fee that may all be missing in the terms: each is tried beside the others. */
const besides: readonly Partial<TermsOfDay>[] = (['campaign', 'affiliates', 'highVolume', 'bulky'] as const).reduce<
  Partial<TermsOfDay>[]
>((all, name) => [...all, ...all.map((each) => ({ ...each, [name]: true }))], [{}])

const chargesBy = ({ lines, sellerVoucherCents, affiliateCents, terms }: DatedOrder, rule: FeeRule) =>
  expectedCharges(lines, sellerVoucherCents, rule, terms, affiliateCents)

const paysService =
  (part: Partial<TermsOfDay>) =>
  (order: DatedOrder, rule: FeeRule): boolean => {
    const matches = (more: Partial<TermsOfDay>) => {
      const by = chargesBy({ ...order, terms: { ...order.terms, ...more } }, rule)
      return by.commissionCents === order.commissionCents && by.serviceCents === order.serviceCents
    }
    return !matches({}) && besides.some((beside) => matches({ ...beside, ...part }))
  }

const pays: Record<ParticipationKind, (order: DatedOrder, rule: FeeRule) => boolean> = {
  campaign: paysService({ campaign: true }),
  affiliate_service: ({ affiliateCents }) => affiliateCents > 0n,
  protection: ({ protectionCents }) => protectionCents > 0n,
  ads_top_up: (order, rule) => order.adsCents > 0n && order.adsCents !== chargesBy(order, rule).adsCents,
  individual_volume: (order, rule) =>
    rule.parts.some(({ kind }) => kind === 'individual_volume') && paysService({ highVolume: true })(order, rule),
  bulky: paysService({ bulky: true }),
}

/** Whether it has no answer. A shop that gives a share to ads may give another one than its terms say. */
const mayPay = (terms: TermsOfDay, kind: ParticipationKind): boolean =>
  !terms.denied?.includes(kind) &&
  (kind === 'ads_top_up' || (kind === 'individual_volume' ? terms.highVolume === null : !takesPart(terms, kind)))

const isOpen = (terms: TermsOfDay, { kind, rate }: Pick<SeenParticipation, 'kind' | 'rate'>): boolean =>
  mayPay(terms, kind) && (kind !== 'ads_top_up' || terms.adsTopUpRate !== rate)

/** For the days of one rule: fees that nearly all orders pay although the terms of their day leave them out. */
export function seenParticipation(orders: readonly DatedOrder[], rule: FeeRule): SeenParticipation[] {
  const newest = orders.toSorted((a, b) => (a.day < b.day ? 1 : -1))
  return participationKinds.flatMap((kind): SeenParticipation[] => {
    const open = newest.filter(({ terms }) => mayPay(terms, kind))
    const paying = open.map((order) => pays[kind](order, rule))
    let [result, count] = [null as Omit<SeenParticipation, 'kind' | 'rate'> | null, 0]
    let paidOn: Day | null = null
    for (const [at, { day }] of open.entries()) {
      if (paying[at]) {
        count++
        paidOn = day
      }
      // Whole days alone, and such as somebody paid on.
      if (open[at + 1]?.day === day || paidOn !== day) continue
      const isMost = count >= least[kind].orders && count * least[kind].in >= (at + 1) * least[kind].of
      if (isMost) result = { since: day, orders: count, of: at + 1 }
    }
    if (!result) return []
    const paid = open.slice(0, result.of).filter((_, at) => paying[at])
    const seen = { kind, ...result, rate: kind === 'ads_top_up' ? shareOf(paid, rule) : 0n }
    // A share that no half of a percent explains is none that anybody could say yes to.
    return kind === 'ads_top_up' && seen.rate === 0n ? [] : [seen]
  })
}

/** The share, in halves of a percent, that explains most of what was taken. */
function shareOf(orders: readonly DatedOrder[], rule: FeeRule): RateMillionths {
  const counts = new Map<RateMillionths, number>()
  for (const { lines, sellerVoucherCents, adsCents } of orders) {
    const base = lines.reduce((sum, each) => sum + each.unitPriceCents * BigInt(each.quantity), -sellerVoucherCents)
    if (base <= 0n || adsCents <= 0n) continue
    const near = ((adsCents * 200n + base / 2n) / base) * 5_000n
    if (rateOf(base, near, rule.rounding) === adsCents) counts.set(near, (counts.get(near) ?? 0) + 1)
  }
  const [best] = [...counts].toSorted(([, a], [, b]) => b - a)
  return best?.[0] ?? 0n
}

/** As if the shop had said that it takes part: until somebody answers, what is charged so is no error. */
export function withParticipation(terms: TermsOfDay, seen: readonly SeenParticipation[], day: Day): TermsOfDay {
  const open = seen.filter((each) => each.since <= day && isOpen(terms, each))
  return open.reduce((all, { kind, rate }) => taking(all, kind, rate), terms)
}

export function taking(terms: TermsOfDay, kind: ParticipationKind, rate: RateMillionths): TermsOfDay {
  if (kind === 'ads_top_up') return { ...terms, adsTopUpRate: rate }
  if (kind === 'individual_volume') return { ...terms, highVolume: true }
  const name = (
    { campaign: 'campaign', affiliate_service: 'affiliates', protection: 'protection', bulky: 'bulky' } as const
  )[kind]
  return { ...terms, [name]: true }
}

/** The terms of every day, with what nearly all orders pay from a day on. */
export function termsWithParticipation(terms: readonly ShopTerms[], seen: readonly SeenParticipation[]): ShopTerms[] {
  if (seen.length === 0) return [...terms]
  const days = [...new Set([...terms.map(({ fromDay }) => fromDay), ...seen.map(({ since }) => since)])].toSorted()
  return days.map((fromDay) => ({ ...withParticipation(termsOn(terms, fromDay), seen, fromDay), fromDay }))
}

/**
 * For each shop, under any rule it was seen with: a programme goes on under the next one. The later one comes last, and
 * stands.
 */
export function participationByShop(
  checks: readonly { shopId: string; programmes: unknown }[],
): Map<string, SeenParticipation[]> {
  const seen = new Map<string, SeenParticipation[]>()
  for (const { shopId, programmes } of checks)
    seen.set(shopId, [...(seen.get(shopId) ?? []), ...readParticipation(programmes)])
  for (const each of seen.values()) each.sort((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0))
  return seen
}

export type OpenParticipation = SeenParticipation & { shopId: string; shop: string }

/** One question for a shop and what it may take part in, however many rules it was seen under. */
export function openParticipation(
  seen: readonly { shopId: string; shop: string; terms: TermsOfDay; participation: readonly SeenParticipation[] }[],
): OpenParticipation[] {
  const results = new Map<string, OpenParticipation>()
  for (const { shopId, shop, terms, participation } of seen)
    for (const each of participation) {
      if (!isOpen(terms, each)) continue
      const known = results.get(`${shopId} ${each.kind}`)
      const isFirst = !known || each.since < known.since
      results.set(`${shopId} ${each.kind}`, {
        ...each,
        shopId,
        shop,
        since: isFirst ? each.since : known.since,
        orders: each.orders + (known?.orders ?? 0),
        of: each.of + (known?.of ?? 0),
        rate: each.rate > 0n ? each.rate : (known?.rate ?? 0n),
      })
    }
  return [...results.values()]
}
