import type { Cents } from '@/lib/money'
import { rateOf } from '@/lib/fees/rounding'
import type { ExpectedFees, FeeOrderLine, FeePart, FeePartKind, FeeRule } from '@/lib/fees/schema'
import { takesPart, type TermsOfDay } from '@/lib/fees/terms'

/** Where the platform writes a part: campaigns and the affiliates' service stand inside its service fee. */
export const moneyKindOf = {
  campaign: 'service',
  affiliate_service: 'service',
  protection: 'protection',
  ads_top_up: 'ads',
} as const satisfies Record<FeePartKind, string>

export type ExpectedPart = {
  kind: FeePartKind
  money: (typeof moneyKindOf)[FeePartKind]
  baseCents: Cents
  rate: FeePart['rate']
  /** The percentage, rounded: for each line apart where the part goes by item. */
  rateCents: Cents
  fixedCents: Cents
  cents: Cents
}

export type ExpectedParts = {
  parts: ExpectedPart[]
  serviceCents: Cents
  protectionCents: Cents
  /** Moves to the balance for ads: taken off the payout, never a cost. */
  adsCents: Cents
}

const sum = (values: readonly Cents[]) => values.reduce((total, value) => total + value, 0n)

/**
 * What a shop's terms add to the bands' fees. The affiliates' commission itself follows no rule: as charged, it is the base
 * of their service fee.
 */
export function expectedParts(
  lines: readonly FeeOrderLine[],
  fees: Pick<ExpectedFees, 'lines'>,
  rule: Pick<FeeRule, 'parts'>,
  terms: TermsOfDay,
  affiliateCents: Cents = 0n,
): ExpectedParts {
  const bases = fees.lines.map(({ baseCents }) => baseCents)
  const units = lines.reduce((all, { quantity }) => all + BigInt(quantity), 0n)
  const parts = rule.parts
    .filter(({ kind }) => takesPart(terms, kind))
    .map((part): ExpectedPart => {
      const own = part.kind === 'affiliate_service' ? [affiliateCents] : bases
      const charged = part.basis === 'item' ? own : [sum(own)]
      const rateCents = sum(charged.map((base) => rateOf(base, part.rate)))
      const isFree = sum(own) === 0n
      const fixedCents = isFree ? 0n : part.fixedCents * (part.basis === 'item' ? units : 1n)
      const { kind, rate } = part
      return {
        ...{ kind, rate, rateCents, fixedCents },
        money: moneyKindOf[kind],
        baseCents: sum(own),
        cents: rateCents + fixedCents,
      }
    })
  const of = (money: ExpectedPart['money']) =>
    sum(parts.filter((part) => part.money === money).map(({ cents }) => cents))
  return { parts, serviceCents: of('service'), protectionCents: of('protection'), adsCents: of('ads') }
}
