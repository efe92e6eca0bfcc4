import { absolute } from '@/lib/core/big-int'
import type { DiscrepancyCause } from '@/lib/generated/prisma/enums'
import type { Cents } from '@/lib/core/money'
import { feeLinesOf } from '../fees/fee-lines'
import type { FeeRule } from '../fees/schema'
import { chargesOf, type Expectation, type Term } from './expected'
import { explainFees, type Fees } from './fee-causes'
import type { Paid } from './paid'
import {
  namedFeeKinds,
  termsOf,
  type CauseFacts,
  type OrderFacts,
  type Part,
  type SettledCause,
  type SettlementFacts,
  type SettlementLineKind,
} from './settlement-facts'

type OfOrder = SettlementFacts & { order: OrderFacts }

const ofLine: Record<SettlementLineKind, DiscrepancyCause | null> = {
  product_revenue: 'price',
  seller_voucher: 'vouchers',
  coins: 'vouchers',
  commission: 'commission_rate',
  service: 'service',
  affiliate: 'affiliate',
  protection: 'protection',
  ads: 'ads_top_up',
  transaction: 'other_fee',
  campaign: 'other_fee',
  processing: 'other_fee',
  fulfilment: 'other_fee',
  return_service: 'other_fee',
  trade_in: 'other_fee',
  packaging: 'other_fee',
  freight: 'freight',
  reverse_freight: 'reverse_freight',
  refund: 'refund_without_return',
  compensation: 'compensation_missing',
  tax_withheld: 'withheld',
  pix: null,
  other: null,
}

const text = (cents: Cents): string => cents.toString()
const differenceOf = ({ expected, charged }: Term): Cents =>
  expected === null || charged === null ? 0n : charged - expected

/** Where what the platform says an order brings is not what it should bring. */
export function statedParts(facts: OfOrder, { terms, charges, unbackedCents, isFeeFree }: Expectation): Part[] {
  if (facts.order.status === 'cancelled') return cancelledParts(terms)
  const differing = terms.filter((term) => differenceOf(term) !== 0n)
  const parts = differing
    .filter(({ kind }) => !charges || (kind !== 'commission' && kind !== 'service'))
    .map((term): Part => {
      const said = ofLine[term.kind] === 'other_fee' ? feesNamed(differing) : factsOf(facts, term)
      return { cause: ofLine[term.kind], cents: differenceOf(term), line: term.kind, facts: said }
    })
  const fees = differing.filter(({ kind }) => kind === 'commission' || kind === 'service')
  if (isFeeFree) return [...parts.filter(({ line }) => !fees.some(({ kind }) => kind === line)), ...fees.map(asKept)]
  if (!charges || !facts.rule || fees.length === 0) return parts
  const of = (kind: SettlementLineKind, side: 'expected' | 'charged') => {
    const term = terms.find((each) => each.kind === kind)
    return -((side === 'charged' ? (term?.charged ?? term?.expected) : term?.expected) ?? 0n)
  }
  const sides = (side: 'expected' | 'charged') => ({
    commissionCents: of('commission', side),
    serviceCents: of('service', side),
  })
  const { rule } = facts
  const sold = { charged: sides('charged'), expected: sides('expected') }
  const following = voucherFees(facts, rule, { terms, ...sold }) ?? priceFees(facts, rule, { terms, ...sold })
  if (following) return [...parts, ...following]
  const explained = explainFees({ facts, rule, charges, ...sold })
  const isGivenBack = unbackedCents > 0n && parts.some(({ line }) => line === 'refund')
  return [...parts, ...(isGivenBack ? explained.map(ofRefund) : explained)]
}

type Sides = { terms: readonly Term[]; charged: Fees; expected: Fees }

/** Where another voucher was taken than the order was sold with, and the fees are those of what that leaves: then they follow from it. */
function voucherFees(facts: OfOrder, rule: FeeRule, { terms, charged, expected }: Sides): Part[] | null {
  const voucher = terms.find(({ kind }) => kind === 'seller_voucher')
  if (!voucher || differenceOf(voucher) === 0n) return null
  const taken = -(voucher.charged ?? 0n) - facts.order.sellerVoucherCents
  const by = chargesOf(facts, rule, termsOf(facts), taken)
  if (by.commissionCents !== charged.commissionCents || by.serviceCents !== charged.serviceCents) return null
  const of = (line: 'commission' | 'service', cents: Cents): Part => ({ cause: 'vouchers', cents, line, facts: {} })
  return [
    of('commission', expected.commissionCents - charged.commissionCents),
    of('service', expected.serviceCents - charged.serviceCents),
  ].filter(({ cents }) => cents !== 0n)
}

/** Where other prices were settled than the order was sold at, and the fees are those of these prices: then they follow from them. */
function priceFees(facts: OfOrder, rule: FeeRule, { terms, charged, expected }: Sides): Part[] | null {
  const revenue = terms.find(({ kind }) => kind === 'product_revenue')
  if (!revenue || differenceOf(revenue) === 0n || !facts.order.items.length) return null
  const items = scaledTo(facts.order.items, revenue.charged ?? 0n)
  const by = chargesOf({ ...facts, order: { ...facts.order, items } }, rule, termsOf(facts))
  if (by.commissionCents !== charged.commissionCents || by.serviceCents !== charged.serviceCents) return null
  const of = (line: 'commission' | 'service', cents: Cents): Part => ({ cause: 'price', cents, line, facts: {} })
  return [
    of('commission', expected.commissionCents - charged.commissionCents),
    of('service', expected.serviceCents - charged.serviceCents),
  ].filter(({ cents }) => cents !== 0n)
}

/** The same lines at another sum, each in proportion; what division leaves over goes to the last. */
function scaledTo(items: OrderFacts['items'], totalCents: Cents): OrderFacts['items'] {
  const amounts = items.map(({ unitPriceCents, quantity }) => unitPriceCents * BigInt(quantity))
  const whole = amounts.reduce((sum, cents) => sum + cents, 0n)
  if (whole <= 0n || totalCents <= 0n) return items
  let left = totalCents
  return items.flatMap(({ quantity }, index) => {
    const subtotalCents = index === items.length - 1 ? left : (amounts[index]! * totalCents) / whole
    left -= subtotalCents
    return feeLinesOf({ unitPriceCents: subtotalCents / BigInt(quantity), quantity, subtotalCents })
  })
}

const asKept = ({ kind, charged }: Term): Part => ({
  cause: 'fees_kept',
  cents: charged ?? 0n,
  line: kind,
  facts: { [kind]: text(charged ?? 0n) },
})

/** Fees that were given back with a refund which should not have been. */
const ofRefund = (part: Part): Part =>
  part.cents > 0n ? { cause: 'refund_without_return', cents: part.cents, facts: {} } : part

const fees: readonly SettlementLineKind[] = [
  ...(['commission', 'service', 'affiliate', 'protection', 'ads', 'other'] as const),
  ...namedFeeKinds,
]
const goods: readonly SettlementLineKind[] = ['product_revenue', 'seller_voucher', 'coins', 'refund']

/** An order that was cancelled costs and brings nothing: what was sold, what was refunded of it, and the fees of what was paid out are one. */
function cancelledParts(terms: readonly Term[]): Part[] {
  const sumOf = (kinds: readonly SettlementLineKind[]) =>
    terms.filter((term) => kinds.includes(term.kind)).reduce((sum, term) => sum + differenceOf(term), 0n)
  const isPaidOut = sumOf(goods) > 0n && sumOf(fees) < 0n && sumOf(goods) + sumOf(fees) > 0n
  const paidOut = isPaidOut ? [...goods, ...fees] : goods
  const rest = sumOf(paidOut)
  const parts = terms
    .filter((term) => !paidOut.includes(term.kind) && differenceOf(term) !== 0n)
    .map((term): Part => {
      const cause = fees.includes(term.kind) ? 'fee_on_cancelled' : ofLine[term.kind]
      return { cause, cents: differenceOf(term), line: term.kind, facts: { [term.kind]: text(term.charged ?? 0n) } }
    })
  const sold: Part = { cause: rest > 0n ? 'released_more' : 'released_less', cents: rest, facts: { goods: text(rest) } }
  return rest === 0n ? parts : [...parts, sold]
}

/**
 * Deductions after the cancellation, where nothing was paid out: a fee as far as fees were charged or an affiliate's
 * was taken.
 */
export function cancelledCorrections({ terms }: Expectation, { affiliateCents }: Paid, difference: Cents): Part[] {
  const charged = terms
    .filter(({ kind }) => fees.includes(kind))
    .reduce((sum, { charged: chargedCents }) => sum + (chargedCents ?? 0n), affiliateCents)
  const fee = difference >= 0n || charged >= 0n ? 0n : charged < difference ? difference : charged
  return [
    ...named('fee_on_cancelled', fee, { fees: text(charged) }),
    ...named('adjustment', difference - fee, { adjusted: text(difference - fee) }),
  ]
}

/** By its name where it is one; together where they are more, since they are one cause. */
function feesNamed(differing: readonly Term[]): CauseFacts {
  const named = differing.filter(({ kind }) => ofLine[kind] === 'other_fee')
  const of = (side: 'expected' | 'charged') => text(named.reduce((sum, term) => sum + (term[side] ?? 0n), 0n))
  const [first, ...others] = named
  return { fee: others.length > 0 || !first ? 'several' : first.kind, charged: of('charged'), expected: of('expected') }
}

function factsOf(facts: SettlementFacts, { kind, expected, charged: chargedCents }: Term): CauseFacts {
  const { charged } = facts
  const said = { charged: text(chargedCents ?? 0n), expected: text(expected ?? 0n) }
  if (kind === 'affiliate') return { ...said, ...reportedAffiliates(facts) }
  if (kind !== 'freight') return said
  const of = (line: string) => text(charged.reduce((sum, each) => (each.kind === line ? sum + each.cents : sum), 0n))
  return { ...said, buyerPaid: of('freight_paid'), rebate: of('freight_rebate'), carrier: of('freight_charged') }
}

function reportedAffiliates({ reported }: SettlementFacts): CauseFacts {
  const most = reported?.affiliatesMostCents ?? null
  return most === null ? {} : { reported: text(most) }
}

/** Where what was paid is not what the platform says the order brings. */
export function paidParts(
  facts: OfOrder,
  { statedCents, isWhole, expectedCents, owedCorrectionCents }: Expectation,
  paid: Paid,
): Part[] {
  const { releasedCents, listedCents, isFromWallet, isRepeated } = paid
  if (releasedCents === null) return []
  const owed = statedCents ?? (expectedCents === null ? null : expectedCents - owedCorrectionCents)
  if (owed === null) return []
  const said = { released: text(releasedCents), stated: text(owed) }
  if (owed > 0n && (releasedCents === owed * 2n || (isRepeated && releasedCents > owed && releasedCents % 2n === 0n)))
    return named('released_twice', releasedCents - owed, said)
  if (facts.order.status === 'cancelled' && statedCents === null)
    return named(releasedCents < 0n ? 'fee_on_cancelled' : 'released_more', releasedCents - owed, said)
  const listed = isFromWallet && listedCents !== null ? listedCents : releasedCents
  const wallet = named('wallet', releasedCents - listed, { wallet: text(releasedCents), listed: text(listed) })
  const rest = listed - owed
  // Only the platform's own account of the order says that it paid less than it owed; a rule alone leaves it open why.
  const cause = !isWhole ? null : rest < 0n ? 'released_less' : 'released_more'
  return [...wallet, ...named(cause, rest, { ...said, released: text(listed) })]
}

const named = (cause: DiscrepancyCause | null, cents: Cents, facts: CauseFacts): Part[] =>
  cents === 0n ? [] : [{ cause, cents, facts }]

/** Corrections after the payout, beyond those of a return or a lost parcel. */
export function correctionParts(facts: SettlementFacts, expectation: Expectation, paid: Paid): Part[] {
  const affiliates = paid.affiliateCents - expectation.owedAffiliateCents
  const rest = paid.adjustedCents - expectation.owedCorrectionCents - affiliates
  const { unbackedCents, refundLaterCents } = expectation
  // A refund of which no return is known; one that the report tells apart is named by it.
  const apart = -paid.refundedApartCents - refundLaterCents
  const refunded = unbackedCents > apart ? unbackedCents : apart
  const refund = rest >= 0n ? 0n : -rest < refunded ? rest : -refunded
  return [
    ...named('affiliate', affiliates, { charged: text(affiliates), expected: '0', ...reportedAffiliates(facts) }),
    ...named('refund_without_return', refund, { charged: text(refund), expected: '0' }),
    ...named('adjustment', rest - refund, { adjusted: text(paid.adjustedCents) }),
  ]
}

const byRule: readonly DiscrepancyCause[] = ['commission_band', 'commission_rate', 'fixed_fee', 'service']
const byTerms: readonly DiscrepancyCause[] = ['service', 'affiliate', 'protection', 'ads_top_up', 'other_fee']

/** One a cause, the largest first. */
export function asCauses(parts: readonly Part[], { ruleConfirmed, terms }: SettlementFacts): SettledCause[] {
  const results = new Map<DiscrepancyCause, SettledCause>()
  for (const { cause, cents, facts, isByRule = false } of parts) {
    if (cause === null) continue
    const known = results.get(cause)
    const isUnconfirmed =
      ((isByRule || byRule.includes(cause)) && !ruleConfirmed) ||
      (byTerms.includes(cause) && (terms === null || !ruleConfirmed))
    results.set(cause, {
      cause,
      amountCents: (known?.amountCents ?? 0n) + cents,
      isUnconfirmed: isUnconfirmed || (known?.isUnconfirmed ?? false),
      facts: { ...facts, ...known?.facts },
    })
  }
  const size = ({ amountCents }: SettledCause) => absolute(amountCents)
  return [...results.values()]
    .filter(({ amountCents }) => amountCents !== 0n)
    .sort((a, b) => (size(a) === size(b) ? (a.cause < b.cause ? -1 : 1) : size(a) < size(b) ? 1 : -1))
}
