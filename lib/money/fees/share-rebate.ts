import { largest } from '@/lib/core/big-int'
import { publishedSplits } from './brazil'
import { divideHalfUp, rateOf } from '@/lib/core/rounding'

/** The reduction of commission and service by the rebate of a commercial action. */
export type RebateShares = { commissionCents: bigint; serviceCents: bigint }

type Fees = {
  /** The base of the percentages. */
  baseCents: bigint
  netCommissionCents: bigint | undefined
  netServiceCents: bigint | undefined
  /** The pieces of the net service fee, where the platform names them. */
  netServiceRules: readonly { name: string | null; category: string | null; amountCents: bigint | null }[]
}
type RebateAmounts = {
  amountCents: bigint | null
  commissionOffsetCents: bigint | null
  serviceOffsetCents: bigint | null
}

/** The fixed part of a service fee, by the platform's name of it. */
const isFixedPart = /item\s+(vendido|fee)|per item/i

/**
 * The platform's shares stand. Given as one amount, the rebate is shared over commission and the fixed part in
 * proportion, not over the transaction fee; as that keeps their proportion, the net amounts show it. Measured on three
 * orders, not published.
 */
export function shareRebate(
  fees: Fees,
  { amountCents, commissionOffsetCents, serviceOffsetCents }: RebateAmounts,
): RebateShares {
  const whole = amountCents ?? 0n
  if (commissionOffsetCents !== null || serviceOffsetCents !== null) {
    const commissionCents = commissionOffsetCents ?? largest(0n, whole - (serviceOffsetCents ?? 0n))
    return { commissionCents, serviceCents: serviceOffsetCents ?? largest(0n, whole - commissionCents) }
  }
  const commission = largest(0n, fees.netCommissionCents ?? 0n)
  const named = namedFixedOf(fees)
  const gross = named === null ? grossByRates(fees, whole) : null
  if (gross !== null) return { commissionCents: gross - commission, serviceCents: whole - (gross - commission) }
  const fixed = largest(0n, named ?? fees.netServiceCents ?? 0n)
  // Where both were taken off whole, nothing tells the proportion.
  if (commission + fixed === 0n) return { commissionCents: whole, serviceCents: 0n }
  const commissionCents = grossCommission(commission, commission + fixed + whole, whole, fees.baseCents) - commission
  return { commissionCents, serviceCents: whole - commissionCents }
}

const share = (part: bigint, whole: bigint, of: bigint) => divideHalfUp(of * part, whole)

/** The charge for a unit is a whole number of these. */
const fixedStep = 50n

/** Where the pieces of the service fee have no names: the commission of which that rebate leaves the net one, beside its transaction fee. */
function grossByRates({ baseCents, netCommissionCents: net, netServiceCents }: Fees, rebate: bigint): bigint | null {
  if (net === undefined || netServiceCents === undefined) return null
  const matches = publishedSplits.flatMap(({ commission, transaction }) => {
    const gross = rateOf(baseCents, commission)
    const fixed = net + netServiceCents + rebate - gross - rateOf(baseCents, transaction)
    const isLeft = gross > 0n && fixed >= 0n && gross - share(gross, gross + fixed, rebate) === net
    return isLeft ? [{ gross, fixed }] : []
  })
  return (matches.find(({ fixed }) => fixed % fixedStep === 0n) ?? matches[0])?.gross ?? null
}

/** The net amount is rounded, so that several gross ones may have led to it: the one that is the platform's rate, where one is. */
function grossCommission(net: bigint, both: bigint, rebate: bigint, base: bigint): bigint {
  const near = share(net, both - rebate, both)
  const fits = (gross: bigint) => gross >= net && gross - share(gross, both, rebate) === net
  const isRate = (gross: bigint) => publishedSplits.some(({ commission }) => rateOf(base, commission) === gross)
  const around = Array.from({ length: 41 }, (_, at) => near + BigInt(at % 2 === 0 ? at / 2 : -(at + 1) / 2))
  const fitting = around.filter(fits)
  return fitting.find(isRate) ?? fitting[0] ?? near
}

/** Null where the platform names no piece so. */
function namedFixedOf({ netServiceRules }: Fees): bigint | null {
  const fixed = netServiceRules.filter(({ name, category }) => isFixedPart.test(`${name ?? ''} ${category ?? ''}`))
  return fixed.length === 0 ? null : fixed.reduce((sum, { amountCents }) => sum + (amountCents ?? 0n), 0n)
}
