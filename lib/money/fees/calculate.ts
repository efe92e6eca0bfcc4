import { sumOf } from '@/lib/core/big-int'
import type { Cents } from '@/lib/core/money'
import { divideRounded, rateOf, splitByWeight, type Rounding } from '@/lib/core/rounding'
import type { CheapItems, ExpectedFees, FeeBand, FeeOrderLine, FeeRule, LineFees } from '@/lib/money/fees/schema'

/** The band is chosen by the unit price before vouchers. */
export function bandOf(rule: Pick<FeeRule, 'bands'>, unitPriceCents: Cents): FeeBand | null {
  return rule.bands.reduce<FeeBand | null>(
    (best, band) => (band.fromCents <= unitPriceCents && (!best || band.fromCents > best.fromCents) ? band : best),
    null,
  )
}

type Percentages = Pick<LineFees, 'commissionCents' | 'serviceRateCents' | 'capped'>

/** Commission and service are rounded apart; a cap is shared between them by their rates. */
export function percentagesOf(
  base: Cents,
  band: Pick<FeeBand, 'commission' | 'service'>,
  cap: Cents | null,
  rounding: Rounding,
): Percentages {
  const commissionCents = rateOf(base, band.commission, rounding)
  const serviceRateCents = rateOf(base, band.service, rounding)
  if (cap === null || commissionCents + serviceRateCents <= cap) {
    return { commissionCents, serviceRateCents, capped: false }
  }
  const capped = divideRounded(cap * band.commission, band.commission + band.service, rounding)
  return { commissionCents: capped, serviceRateCents: cap - capped, capped: true }
}

/** Below the limit of cheap items the fixed part is a share of the unit price. */
export const cheapOf = ({ cheap }: { cheap: CheapItems | null }, unitPriceCents: Cents): CheapItems | null =>
  cheap && unitPriceCents < cheap.belowCents ? cheap : null

/** The fixed part of one unit; what is given away has none. */
export function fixedOf(
  of: { fixedCents: Cents; cheap: CheapItems | null },
  unitPriceCents: Cents,
  rounding: Rounding,
): Cents {
  if (unitPriceCents <= 0n) return 0n
  const cheap = cheapOf(of, unitPriceCents)
  return cheap ? rateOf(unitPriceCents, cheap.rate, rounding) : of.fixedCents
}

/** A line given away costs no fixed fee; per order, the dearest unit's fixed part is charged once. */
function fixedParts(
  lines: FeeOrderLine[],
  bands: (FeeBand | null)[],
  bases: Cents[],
  { basis, rounding }: Pick<FeeRule, 'basis' | 'rounding'>,
): Cents[] {
  const perUnit = lines.map(({ unitPriceCents }, index) => {
    const band = bands[index]
    return band ? fixedOf(band, unitPriceCents, rounding) : 0n
  })
  if (basis === 'item') return perUnit.map((fixed, index) => fixed * BigInt(lines[index]?.quantity ?? 0))
  const dearest = lines.reduce((best, line, index) => {
    return line.unitPriceCents > (lines[best]?.unitPriceCents ?? 0n) ? index : best
  }, 0)
  return splitByWeight(perUnit[dearest] ?? 0n, bases, { rounding })
}

/**
 * The rule's expected charge of the platform for an order, line by line. The base of a line is unit price × quantity
 * less its share of the seller's vouchers.
 */
export function expectedFees(lines: FeeOrderLine[], sellerVoucherCents: Cents, rule: FeeRule): ExpectedFees {
  const amounts = lines.map((line) => line.unitPriceCents * BigInt(line.quantity))
  const vouchers = splitByWeight(sellerVoucherCents, amounts, { withinWeight: true, rounding: rule.rounding })
  const bases = amounts.map((amount, index) => amount - (vouchers[index] ?? 0n))
  const bands = lines.map((line) => bandOf(rule, line.unitPriceCents))
  const fixed = fixedParts(lines, bands, bases, rule)
  const fees = lines.map((line, index): LineFees => {
    const band = bands[index] ?? null
    const baseCents = bases[index] ?? 0n
    const fixedCents = fixed[index] ?? 0n
    const cap = rule.capCents === null ? null : rule.capCents * BigInt(line.quantity)
    const percentages = band
      ? percentagesOf(baseCents, band, cap, rule.rounding)
      : { commissionCents: 0n, serviceRateCents: 0n, capped: false }
    return {
      baseCents,
      voucherCents: vouchers[index] ?? 0n,
      bandFromCents: band?.fromCents ?? 0n,
      ...percentages,
      fixedCents,
      serviceCents: percentages.serviceRateCents + fixedCents,
    }
  })
  const commissionCents = sumOf(fees.map((line) => line.commissionCents))
  const serviceCents = sumOf(fees.map((line) => line.serviceCents))
  return {
    ruleId: rule.id,
    lines: fees,
    commissionCents,
    serviceCents,
    totalCents: commissionCents + serviceCents,
  }
}
