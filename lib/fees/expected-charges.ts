import type { Cents } from '@/lib/money'
import { expectedFees } from '@/lib/fees/calculate'
import { expectedParts, type ExpectedParts } from '@/lib/fees/expected-parts'
import type { ExpectedFees, FeeBand, FeeOrderLine, FeeRule, LineFees, RateMillionths } from '@/lib/fees/schema'
import type { TermsOfDay } from '@/lib/fees/terms'

/** A percentage as it was worked out: base × rate = exact, in millionths of a cent, rounded half to even. */
export type RateStep = { rate: RateMillionths; exactMillionths: bigint; cents: Cents }
export type LineTrace = LineFees &
  FeeOrderLine & {
    amountCents: Cents
    band: Pick<FeeBand, 'fromCents' | 'toCents' | 'fixedCents'> | null
    commission: RateStep
    service: RateStep
    capCents: Cents | null
  }

/** What a rule expects of an order, and how: which version, from which base, by which rate, rounded how. */
export type ExpectedCharges = {
  rule: { id: string; name: string; version: number; fromDay: string; toDay: string | null; basis: FeeRule['basis'] }
  lines: LineTrace[]
  parts: ExpectedParts['parts']
  rounding: 'halfEven'
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
    rounding: 'halfEven',
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
      band,
      commission: step(band?.commission ?? 0n, fee.commissionCents),
      service: step(band?.service ?? 0n, fee.serviceRateCents),
      capCents: rule.capCents === null ? null : rule.capCents * BigInt(line.quantity),
    }
  })
}
