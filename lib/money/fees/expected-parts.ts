import { sumOf } from '@/lib/core/big-int'
import type { Cents } from '@/lib/core/money'
import { fixedOf } from '@/lib/money/fees/calculate'
import { rateOf } from '@/lib/core/rounding'
import {
  typedHere,
  type ExpectedFees,
  type FeeOrderLine,
  type FeePart,
  type FeePartKind,
  type FeeRule,
} from '@/lib/money/fees/schema'
import { takesPart, type TermsOfDay } from '@/lib/money/fees/terms'

/** Where the platform writes a part: most stand inside its service fee. */
export const moneyKindOf = {
  campaign: 'service',
  affiliate_service: 'service',
  protection: 'protection',
  ads_top_up: 'ads',
  individual_volume: 'service',
  bulky: 'service',
  freight_voucher: 'service',
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

/**
 * The fees that a shop's terms add to the bands'. The affiliates' commission itself follows no rule: as charged, it is
 * the base of their service fee.
 */
export function expectedParts(
  lines: readonly FeeOrderLine[],
  fees: Pick<ExpectedFees, 'lines'>,
  rule: Pick<FeeRule, 'parts' | 'rounding'>,
  terms: TermsOfDay,
  affiliateCents: Cents = 0n,
): ExpectedParts {
  const bases = fees.lines.map(({ baseCents }) => baseCents)
  const parts = [...rule.parts, ...adsBeside(rule)]
    .filter(({ kind }) => takesPart(terms, kind))
    .map((part): ExpectedPart => {
      const { kind } = part
      // Each shop sets its own; the rule says the least.
      const rate = kind === 'ads_top_up' ? terms.adsTopUpRate : part.rate
      const own = kind === 'affiliate_service' ? [affiliateCents] : bases
      const charged = part.basis === 'item' ? own : [sumOf(own)]
      const whole = sumOf(charged.map((base) => rateOf(base, rate, rule.rounding)))
      const rateCents = part.capCents !== null && whole > part.capCents ? part.capCents : whole
      // A fee per item is charged at any price; one per order, or on a commission, only where there is one.
      const isOfItem = part.basis === 'item' && kind !== 'affiliate_service'
      const fixedCents = sumOf(own) === 0n && !isOfItem ? 0n : fixedOfPart(part, lines, rule.rounding)
      return {
        kind,
        rate,
        rateCents,
        fixedCents,
        money: moneyKindOf[kind],
        baseCents: sumOf(own),
        cents: rateCents + fixedCents,
      }
    })
  const of = (money: ExpectedPart['money']) =>
    sumOf(parts.filter((part) => part.money === money).map(({ cents }) => cents))
  return { parts, serviceCents: of('service'), protectionCents: of('protection'), adsCents: of('ads') }
}

/** The shop's own share goes to the balance for ads even where its rule does not name the part. */
const adsBeside = ({ parts }: Pick<FeeRule, 'parts'>): FeePart[] =>
  parts.some(({ kind }) => kind === 'ads_top_up')
    ? []
    : [{ kind: 'ads_top_up', rate: 0n, fixedCents: 0n, basis: 'order', cheap: null, capCents: null, origin: typedHere }]

const fixedOfPart = (part: FeePart, lines: readonly FeeOrderLine[], rounding: FeeRule['rounding']): Cents =>
  part.basis === 'order'
    ? part.fixedCents
    : sumOf(lines.map((line) => fixedOf(part, line.unitPriceCents, rounding) * BigInt(line.quantity)))
