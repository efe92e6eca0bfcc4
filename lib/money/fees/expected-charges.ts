import type { Cents } from '@/lib/core/money'
import { cheapOf, expectedFees, fixedOf } from '@/lib/money/fees/calculate'
import { expectedParts, type ExpectedParts } from '@/lib/money/fees/expected-parts'
import type { Rounding, RateMillionths } from '@/lib/core/rounding'
import type { CheapItems, ExpectedFees, FeeBand, FeeOrderLine, FeeRule, LineFees } from '@/lib/money/fees/schema'
import type { TermsOfDay } from '@/lib/money/fees/terms'

/** A percentage as it was worked out: base × rate = exact, in millionths of a cent, rounded as the rule says. */
export type RateStep = { rate: RateMillionths; exactMillionths: bigint; cents: Cents }
export type LineTrace = LineFees &
  FeeOrderLine & {
    amountCents: Cents
    /** With the fixed part of one unit of that price. */
    band: Pick<FeeBand, 'fromCents' | 'toCents' | 'fixedCents'> | null
    /** The fixed part is this share of the price. */
    cheap: CheapItems | null
    commission: RateStep
    service: RateStep
    capCents: Cents | null
  }

/** A rule's expectation for an order, with its derivation: the version, the base, the rate and the rounding. */
export type ExpectedCharges = {
  rule: { id: string; name: string; version: number; fromDay: string; toDay: string | null; basis: FeeRule['basis'] }
  lines: LineTrace[]
  parts: ExpectedParts['parts']
  rounding: Rounding
  commissionCents: Cents
  /** With the parts that the platform writes into it. */
  serviceCents: Cents
  protectionCents: Cents
  adsCents: Cents
  /** All fees; what only moves to the balance for ads is none. */
  feesCents: Cents
}

export function expectedCharges(
  lines: readonly FeeOrderLine[],
  sellerVoucherCents: Cents,
  rule: FeeRule,
  terms: TermsOfDay,
  affiliateCents: Cents = 0n,
): ExpectedCharges {
  const fees = expectedFees([...lines], sellerVoucherCents, rule)
  const { parts, ...more } = expectedParts(lines, fees, rule, terms, affiliateCents)
  const serviceCents = fees.serviceCents + more.serviceCents
  const { id, name, version, fromDay, toDay, basis } = rule
  return {
    rule: { id, name, version, fromDay, toDay, basis },
    lines: traceLines(lines, fees, rule),
    parts,
    rounding: rule.rounding,
    commissionCents: fees.commissionCents,
    serviceCents,
    protectionCents: more.protectionCents,
    adsCents: more.adsCents,
    feesCents: fees.commissionCents + serviceCents + more.protectionCents,
  }
}

function traceLines(lines: readonly FeeOrderLine[], fees: ExpectedFees, rule: FeeRule): LineTrace[] {
  return lines.flatMap((line, index) => {
    const fee = fees.lines[index]
    if (!fee) return []
    const band = rule.bands.find(({ fromCents }) => fromCents === fee.bandFromCents) ?? null
    const step = (rate: RateMillionths, cents: Cents) => ({ rate, exactMillionths: fee.baseCents * rate, cents })
    return {
      ...line,
      ...fee,
      amountCents: line.unitPriceCents * BigInt(line.quantity),
      band: band && { ...band, fixedCents: fixedOf(band, line.unitPriceCents, rule.rounding) },
      cheap: band && cheapOf(band, line.unitPriceCents),
      commission: step(band?.commission ?? 0n, fee.commissionCents),
      service: step(band?.service ?? 0n, fee.serviceRateCents),
      capCents: rule.capCents === null ? null : rule.capCents * BigInt(line.quantity),
    }
  })
}
