/** Of a rebate of a commercial action, what commission and service were lowered by. */
export type RebateShares = { commissionCents: bigint; serviceCents: bigint }

type Fees = {
  /** What the percentages are of. */
  baseCents: bigint
  netCommissionCents: bigint | undefined
  netServiceCents: bigint | undefined
  /** The pieces of the net service fee, where the platform names them. */
  netServiceRules: readonly { name: string | null; category: string | null; amountCents: bigint | null }[]
}
type Told = { amountCents: bigint | null; commissionOffsetCents: bigint | null; serviceOffsetCents: bigint | null }

/** The fixed part of a service fee, by the platform's name of it. */
const isFixedPart = /item\s+(vendido|fee)|per item/i

/**
 * What the platform says of the shares stands. Told as one amount, the rebate is shared over commission and the fixed part in proportion,
 * not over the transaction fee; as that leaves their proportion as it was, the net amounts tell it. Measured on three orders, not published.
 */
export function shareRebate(
  fees: Fees,
  { amountCents, commissionOffsetCents, serviceOffsetCents }: Told,
): RebateShares {
  const whole = amountCents ?? 0n
  if (commissionOffsetCents !== null || serviceOffsetCents !== null) {
    const commissionCents = commissionOffsetCents ?? most(0n, whole - (serviceOffsetCents ?? 0n))
    return { commissionCents, serviceCents: serviceOffsetCents ?? most(0n, whole - commissionCents) }
  }
  const commission = most(0n, fees.netCommissionCents ?? 0n)
  const fixed = most(0n, fixedOf(fees))
  // Where both were taken off whole, nothing tells the proportion.
  if (commission + fixed === 0n) return { commissionCents: whole, serviceCents: 0n }
  const commissionCents = grossCommission(commission, commission + fixed + whole, whole, fees.baseCents) - commission
  return { commissionCents, serviceCents: whole - commissionCents }
}

const share = (part: bigint, whole: bigint, of: bigint) => (of * part * 2n + whole) / (whole * 2n)

/** Thousandths, as the platform has charged them in the API: since October 2026, and before. */
const commissionRates = [186n, 126n, 180n, 120n]

/** The net amount is rounded, so that several gross ones may have led to it: the one that is the platform's rate, where one is. */
function grossCommission(net: bigint, both: bigint, rebate: bigint, base: bigint): bigint {
  const near = share(net, both - rebate, both)
  const fits = (gross: bigint) => gross >= net && gross - share(gross, both, rebate) === net
  const isRate = (gross: bigint) => commissionRates.some((rate) => (base * rate + 500n) / 1000n === gross)
  const around = Array.from({ length: 41 }, (_, at) => near + BigInt(at % 2 === 0 ? at / 2 : -(at + 1) / 2))
  const fitting = around.filter(fits)
  return fitting.find(isRate) ?? fitting[0] ?? near
}

const most = (a: bigint, b: bigint) => (a > b ? a : b)

function fixedOf({ netServiceCents, netServiceRules }: Fees): bigint {
  const fixed = netServiceRules.filter(({ name, category }) => isFixedPart.test(`${name ?? ''} ${category ?? ''}`))
  if (fixed.length === 0) return netServiceCents ?? 0n
  return fixed.reduce((sum, { amountCents }) => sum + (amountCents ?? 0n), 0n)
}
