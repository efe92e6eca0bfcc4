/** Rates are millionths: 180_000 is 18 %. The edge of a band is the unit price before vouchers. */
export type FeeBand = {
  fromUnitCents: number
  commission: number
  service: number
  fixedCents: number
  /** Below this unit price the fixed part is half the price. */
  cheapBelowCents?: number
}

export type FeeRule = {
  fromDay: string
  bands: FeeBand[]
  capPerUnitCents: number | null
  /**
   * The surcharge of sellers with a CPF on each unit; where `individualVolume` is set, only for those with more than
   * 450 orders in 90 days.
   */
  individualCents: number
  individualVolume?: boolean
}

/** The fees of a shop beside the general rule. Kept per shop, so that a test can switch each part on and off. */
export type ShopFees = {
  sellerType: 'cnpj' | 'cpf'
  freeShippingProgramme: boolean
  /** More than 450 orders in 90 days. */
  highVolume: boolean
  /** 'Taxa de serviço adicional' of campaigns: 35_000 where the shop takes part. */
  additionalService: number
  /** Service on the affiliates' commission. */
  affiliateService: number
  /** 'Taxa da Recarga Automática (Pedido)'. */
  adsTopUp: number
  /** 'Taxa de Devolução Fácil', known only once the order is completed. */
  protectionCents: number
  /** Cents that each order is charged under names which no description has, as sellers saw from September 2026 on. */
  undescribed?: Record<string, number>
  /** Replaces the Brazilian table below. */
  rules?: FeeRule[]
}

export const defaultShopFees: ShopFees = {
  sellerType: 'cnpj',
  freeShippingProgramme: true,
  highVolume: false,
  additionalService: 0,
  affiliateService: 140_000,
  adsTopUp: 0,
  protectionCents: 49,
}

const untilFebruary2026 = (freeShipping: boolean): FeeRule => ({
  fromDay: '2000-01-01',
  capPerUnitCents: 100_00,
  individualCents: 3_00,
  bands: [{ fromUnitCents: 0, commission: 120_000, service: freeShipping ? 80_000 : 20_000, fixedCents: 4_00 }],
})

/** As announced and fitted to measured orders of 2026; replaceable per shop. */
const fromMarch2026: FeeRule = {
  fromDay: '2026-03-01',
  capPerUnitCents: null,
  individualCents: 3_00,
  individualVolume: true,
  bands: [
    { fromUnitCents: 0, commission: 180_000, service: 20_000, fixedCents: 4_00, cheapBelowCents: 8_00 },
    { fromUnitCents: 80_00, commission: 120_000, service: 20_000, fixedCents: 16_00 },
    { fromUnitCents: 100_00, commission: 120_000, service: 20_000, fixedCents: 20_00 },
    { fromUnitCents: 200_00, commission: 120_000, service: 20_000, fixedCents: 26_00 },
  ],
}

const fromOctober2026: FeeRule = {
  fromDay: '2026-10-01',
  capPerUnitCents: null,
  individualCents: 3_00,
  individualVolume: true,
  bands: [
    { fromUnitCents: 0, commission: 186_000, service: 14_000, fixedCents: 4_50, cheapBelowCents: 9_00 },
    { fromUnitCents: 80_00, commission: 126_000, service: 14_000, fixedCents: 16_00 },
    { fromUnitCents: 100_00, commission: 126_000, service: 14_000, fixedCents: 20_00 },
    { fromUnitCents: 200_00, commission: 126_000, service: 14_000, fixedCents: 26_00 },
  ],
}

/** The rule in force on a day (YYYY-MM-DD in São Paulo) for a shop. */
export function sandboxFeeRuleOn(fees: ShopFees, day: string): FeeRule {
  const rules = fees.rules ?? [untilFebruary2026(fees.freeShippingProgramme), fromMarch2026, fromOctober2026]
  const inForce = rules.filter((rule) => rule.fromDay <= day).sort((a, b) => (a.fromDay < b.fromDay ? 1 : -1))[0]
  if (!inForce) throw new RangeError(`no fee rule holds on ${day}`)
  return inForce
}

export type LineFees = {
  commissionCents: number
  transactionCents: number
  additionalCents: number
  fixedCents: number
  adsCents: number
}

/** Integer cents × a rate, rounded half up. Exact up to R$ 45 million. */
export function rateOf(cents: number, rate: number): number {
  return divideHalfUp(cents * rate, 1_000_000)
}

export function divideHalfUp(numerator: number, denominator: number): number {
  const twice = numerator * 2 + denominator
  if (!Number.isSafeInteger(twice)) throw new RangeError('the amount is too large for exact cents')
  return Math.floor(twice / (denominator * 2))
}

const fixedOf = ({ fixedCents, cheapBelowCents }: FeeBand, unitCents: number): number =>
  cheapBelowCents !== undefined && unitCents < cheapBelowCents ? divideHalfUp(unitCents, 2) : fixedCents

// Invented: what an individual pays more below R$12.
/** Below R$12 the platform's formula is not published: a quarter of the price is what both known examples pay. */
const individualOf = ({ individualCents, individualVolume }: FeeRule, unitCents: number): number =>
  individualVolume && unitCents < 12_00 ? divideHalfUp(unitCents, 4) : individualCents

/**
 * The fees of one line: the base is unit price × units less its share of the seller's vouchers; each part is rounded by
 * itself, and a cap is shared between commission and service by their rates.
 */
export function lineFees(
  line: { unitCents: number; units: number; baseCents: number },
  fees: ShopFees,
  rule: FeeRule,
): LineFees {
  const band = [...rule.bands].reverse().find((each) => each.fromUnitCents <= line.unitCents)
  if (!band || line.units === 0) {
    return { commissionCents: 0, transactionCents: 0, additionalCents: 0, fixedCents: 0, adsCents: 0 }
  }
  const paysMore = fees.sellerType === 'cpf' && (!rule.individualVolume || fees.highVolume)
  const rest = {
    additionalCents: rateOf(line.baseCents, fees.additionalService),
    fixedCents:
      line.unitCents > 0
        ? (fixedOf(band, line.unitCents) + (paysMore ? individualOf(rule, line.unitCents) : 0)) * line.units
        : 0,
    adsCents: rateOf(line.baseCents, fees.adsTopUp),
  }
  const commissionCents = rateOf(line.baseCents, band.commission)
  const transactionCents = rateOf(line.baseCents, band.service)
  const capCents = rule.capPerUnitCents === null ? Infinity : rule.capPerUnitCents * line.units
  if (commissionCents + transactionCents <= capCents) return { commissionCents, transactionCents, ...rest }
  const capped = divideHalfUp(capCents * band.commission, band.commission + band.service)
  return { commissionCents: capped, transactionCents: capCents - capped, ...rest }
}
