import { bandOf } from '@/lib/money/fees/calculate'
import { expectedCharges } from '@/lib/money/fees/expected-charges'
import type { FeeOrderLine, FeeRule } from '@/lib/money/fees/schema'
import type { TermsOfDay } from '@/lib/money/fees/terms'
import type { Cents } from '@/lib/core/money'

/** An order whose fees the platform has stated, without returns: all amounts as they were charged. */
export type ChargedOrder = {
  lines: FeeOrderLine[]
  sellerVoucherCents: Cents
  commissionCents: Cents
  serviceCents: Cents
  affiliateCents: Cents
  terms: TermsOfDay
}

/**
 * When a shop's charged orders confirm a rule: at least so many of them with a single line match to the cent in each band
 * that was seen, and of all that were looked at at least this share.
 */
export const leastMatchesPerBand = 5
export const leastShareMatching = { of: 95, in: 100 } as const
/** Once confirmed, it stays so while at least this share matches: one order more or less does not turn it to and fro. */
export const leastShareStaying = { of: 90, in: 100 } as const

export const isMostMatching = ({ matched, differing }: Pick<RuleCheck, 'matched' | 'differing'>): boolean =>
  matched * leastShareMatching.in >= (matched + differing) * leastShareMatching.of

export type RuleCheck = {
  matched: number
  differing: number
  isConfirmed: boolean
  /** The first prices of the bands that the orders prove; none while the rule is not confirmed. */
  provedFrom: Cents[]
}

/** To the cent. Whether an order came by an affiliate, or is bulky, its own charges say: that speaks neither for the rule nor against it. */
export function matchesRule(order: ChargedOrder, rule: FeeRule): boolean {
  const { lines, sellerVoucherCents, terms, affiliateCents } = order
  const ways: TermsOfDay[] = [terms, { ...terms, bulky: !terms.bulky }]
  if (affiliateCents > 0n && !terms.affiliates) ways.push({ ...terms, affiliates: true })
  return ways.some((way) => {
    const by = expectedCharges(lines, sellerVoucherCents, rule, way, affiliateCents)
    return by.commissionCents === order.commissionCents && by.serviceCents === order.serviceCents
  })
}

/**
 * `wasConfirmed`: a rule that is confirmed is so no more where too many differ, or where a band that it has not proved itself in begins with
 * orders that differ; the first of a band that match take nothing from it.
 */
export function checkRule(orders: readonly ChargedOrder[], rule: FeeRule, wasConfirmed = false): RuleCheck {
  const bands = new Map<Cents, { matched: number; differing: number }>()
  let matched = 0
  for (const order of orders) {
    const isMatch = matchesRule(order, rule)
    if (isMatch) matched++
    for (const line of order.lines) {
      const from = bandOf(rule, line.unitPriceCents)?.fromCents ?? 0n
      const band = bands.get(from) ?? { matched: 0, differing: 0 }
      if (order.lines.length === 1) band[isMatch ? 'matched' : 'differing']++
      bands.set(from, band)
    }
  }
  const isProved = [...bands.values()].every(
    (band) => band.matched >= leastMatchesPerBand || (wasConfirmed && band.differing <= band.matched),
  )
  const share = wasConfirmed ? leastShareStaying : leastShareMatching
  const isMost = matched * share.in >= orders.length * share.of
  const isConfirmed = bands.size > 0 && isProved && isMost
  const proved = [...bands].filter(([, band]) => band.matched >= leastMatchesPerBand).map(([from]) => from)
  return { matched, differing: orders.length - matched, isConfirmed, provedFrom: isConfirmed ? proved : [] }
}
