import { absolute, largest, smallest, sumOf } from '@/lib/core/big-int'
import type { Cents } from '@/lib/core/money'
import { expectedCharges, type ExpectedCharges } from '../fees/expected-charges'
import type { TermsOfDay } from '../fees/terms'
import type { FeeRule } from '../fees/schema'
import type { MoneyKind } from '@/lib/generated/prisma/enums'
import { isLost, isLostAway, unbackedCents } from './due-day'
import type { Paid } from './paid'
import {
  namedFeeKinds,
  termsOf,
  type ChargedLine,
  type OrderFacts,
  type ReturnFact,
  type SettlementFacts,
  type SettlementLineKind,
} from './settlement-facts'

/** One line of an order's payout: what it should be and what the platform says it is, signed from the seller's side. */
export type Term = { kind: SettlementLineKind; expected: Cents | null; charged: Cents | null }

export type Expectation = {
  terms: Term[]
  /** The sum of all lines; null where one of them is unknown. */
  expectedCents: Cents | null
  /** The platform's statement of the payout; a missing part counts as expected. */
  statedCents: Cents | null
  /** The platform has stated the whole payout, or the seller's income report has. */
  isWhole: boolean
  /** Fees are expected by the rule, and the platform has stated none to compare with. */
  isByRule: boolean
  charges: ExpectedCharges | null
  /** Refunded without the goods coming back: what of the fees was given back with it is a part of that. */
  unbackedCents: Cents
  /** The corrections after the payout that a return and a lost parcel account for. */
  owedCorrectionCents: Cents
  /** The affiliates' charges among them, which the shop's terms or the affiliates' report account for. */
  owedAffiliateCents: Cents
  /** The refund of a return among them, as a positive amount. */
  refundLaterCents: Cents
  /** All came back and was refunded before the payout: nothing was sold that a commission is due on. */
  isFeeFree: boolean
}

const lineOf: Partial<Record<MoneyKind, SettlementLineKind>> = {
  product_revenue: 'product_revenue',
  seller_voucher: 'seller_voucher',
  coins: 'coins',
  commission: 'commission',
  service: 'service',
  affiliate: 'affiliate',
  protection: 'protection',
  ads: 'ads',
  freight_paid: 'freight',
  freight_charged: 'freight',
  freight_rebate: 'freight',
  reverse_freight: 'reverse_freight',
  refund: 'refund',
  compensation: 'compensation',
  tax_withheld: 'tax_withheld',
  channel_fee: 'other',
  other: 'other',
  pix_discount: 'pix',
  pix_rebate: 'pix',
}

/** Lines without a kind of their own among money lines, by the platform's name. */
const lineOfName: Record<string, SettlementLineKind> = {
  /** In the report alone. */
  pix_discount: 'pix',
  pix_rebate: 'pix',
  seller_transaction_fee: 'transaction',
  campaign_fee: 'campaign',
  seller_order_processing_fee: 'processing',
  fbs_fee: 'fulfilment',
  overseas_return_service_fee: 'return_service',
  trade_in_bonus_by_seller: 'trade_in',
  buyer_paid_packaging_fee: 'packaging',
}

/** A campaign's fee of a shop that takes part in them is a part of the service fee, as in the rule; of an export's the only other fee is the transaction's. */
function lineOfCharge({ kind, source, key }: ChargedLine, terms: TermsOfDay): SettlementLineKind | undefined {
  if (source === 'export' && kind === 'other') return 'transaction'
  const named = lineOfName[key.split('#')[0]!]
  return named && !(named === 'campaign' && terms.campaign) ? named : lineOf[kind]
}

type Charged = { of: (kind: SettlementLineKind) => Cents | null; isWhole: boolean }

/**
 * In an income report the order's own row is complete, which has the sold goods; a refund's or a correction's row has
 * its number behind the key.
 */
const saysAll = ({ kind, source, key, cents }: ChargedLine): boolean =>
  kind !== 'adjustment' &&
  (source === 'api' || (source === 'income' && (!key.includes('#') || (kind === 'product_revenue' && cents !== 0n))))

/** Freight that only the order's export names is one side of it alone. */
function readCharged(charged: readonly ChargedLine[], terms: TermsOfDay): Charged {
  const isWhole = charged.some(saysAll)
  const chargedByKind = new Map<SettlementLineKind, Cents>()
  for (const each of charged) {
    const line = lineOfCharge(each, terms)
    if (!line || (line === 'freight' && !isWhole)) continue
    chargedByKind.set(line, (chargedByKind.get(line) ?? 0n) + each.cents)
  }
  const silent = (kind: SettlementLineKind) => (isWhole && kind !== 'product_revenue' ? 0n : null)
  return { of: (kind) => chargedByKind.get(kind) ?? silent(kind), isWhole }
}

/** Granted, and neither refused nor withdrawn in the end. */
const stands = ({ state, platformStatus }: ReturnFact): boolean =>
  ['accepted', 'incoming', 'arrived', 'received'].includes(state) ||
  (state === 'closed' && !/^(CLOSED|CANCELLED)$/.test(platformStatus ?? ''))

const isGranted = /ACCEPT|APPROV|PAID/

/** `unbackedCents`: refunded, and the goods did not come back; no part of `refundCents`. */
type ReturnFacts = { refundCents: Cents; unbackedCents: Cents; bringsParcel: boolean; compensationCents: Cents }

const isCompensated = ({ compensationCents, compensationStatus }: ReturnFact): boolean =>
  isGranted.test(compensationStatus ?? '') && (compensationCents ?? 0n) > 0n

/** `takenCents`: what was taken off for refunds, in the payout or after it, as a positive amount. */
function readReturnFacts({ order, returns, today }: OfOrder, takenCents: Cents): ReturnFacts {
  const returnFacts = returns.filter(stands)
  // A dispute that the seller won closes the return; what was refunded all the same is what the compensation makes up for.
  const won = returns.filter((each) => !stands(each) && isCompensated(each) && (each.refundCents ?? 0n) <= takenCents)
  const lost = returns.filter(isLost)
  const compensatedCents = sumOf(returns.filter(isCompensated).map(({ compensationCents }) => compensationCents ?? 0n))
  const goodsCents = order.revenueCents - order.sellerVoucherCents
  const refunds = [...returnFacts, ...won].filter(({ kind }) => kind !== 'lost').map(({ refundCents }) => refundCents)
  const known = sumOf(refunds.map((cents) => cents ?? 0n))
  // An unknown refund is what was taken off: it makes no difference of its own.
  const refunded = refunds.includes(null) ? largest(known, takenCents) : known
  const unbacked = sumOf(returnFacts.map((each) => unbackedCents(each, today)))
  return {
    refundCents: refunded - unbacked,
    unbackedCents: unbacked,
    bringsParcel: returnFacts.some(({ kind }) => kind === 'with_return' || kind === 'failed_delivery'),
    // The goods of a lost parcel are compensated; where the platform states the amount, with that.
    compensationCents:
      compensatedCents > 0n || order.status !== 'cancelled' || lost.length === 0 ? compensatedCents : goodsCents,
  }
}

type OfOrder = SettlementFacts & { order: OrderFacts }
type Known = Pick<Paid, 'releasedCents' | 'adjustedCents' | 'affiliateCents' | 'addedCents' | 'takenCents'>
type Fees = Pick<ExpectedCharges, 'commissionCents' | 'serviceCents' | 'protectionCents' | 'adsCents'>

export const chargesOf = (facts: OfOrder, rule: FeeRule, terms: TermsOfDay, more = 0n) => {
  const affiliate = facts.charged.reduce((all, { kind, cents }) => (kind === 'affiliate' ? all - cents : all), 0n)
  const { items, sellerVoucherCents } = facts.order
  return expectedCharges(items, sellerVoucherCents + more, rule, terms, terms.affiliates ? affiliate : 0n)
}

/** The expected payout by the rule of its day, line by line beside the platform's statement. */
export function expectPayout(facts: OfOrder, paid: Known): Expectation {
  const expected = expectRefunds(facts, paid)
  const { reported } = facts
  if (!reported?.affiliatesOwedCents || expected.isWhole || paid.releasedCents === null) return expected
  // A payout without a statement does not tell whether the affiliates' charge was a part of it.
  const without = expectRefunds({ ...facts, reported: { ...reported, affiliatesOwedCents: 0n } }, paid)
  return nearerTo(paid, without, expected)
}

/** The second of two versions where the payout is nearer to it. */
function nearerTo(paid: Known, first: Expectation, second: Expectation): Expectation {
  const apart = ({ expectedCents }: Expectation) =>
    absolute((paid.releasedCents ?? 0n) + paid.adjustedCents - (expectedCents ?? 0n))
  return apart(second) < apart(first) ? second : first
}

function expectRefunds(facts: OfOrder, paid: Known): Expectation {
  const kept = expectWith(facts, paid, true)
  const isReported = facts.charged.some(({ kind }) => kind === 'refund') || kept.isWhole
  if (isReported || kept.returnFacts.refundCents === 0n) return kept
  // It is unknown whether the refund was deducted before the payout: the version nearer to the payout is taken.
  const taken = expectWith(facts, paid, false)
  if (paid.releasedCents === null) return taken
  return nearerTo(paid, kept, taken)
}

/**
 * Without an answer whether the shop takes part in campaigns, an order that pays none is as right as one that does; in
 * a shop that sells bulky items so is a parcel below the largest measures, which no order shows. The fee for easy
 * returns is no error of a shop's first orders: later ones show whether nearly all pay it.
 */
function settledTerms(facts: OfOrder): TermsOfDay {
  const { rule } = facts
  const paysProtection = facts.isProtectionOpen && facts.charged.some(({ kind }) => kind === 'protection')
  const terms = paysProtection ? { ...termsOf(facts), protection: true } : termsOf(facts)
  if (!rule) return terms
  const campaigns = facts.isCampaignOpen ? [terms.campaign, false] : [terms.campaign]
  const sizes = terms.bulky ? [true, false] : [false]
  // An order of the affiliates' report came by one, whatever the shop's terms are.
  const affiliates = facts.reported?.affiliatesMostCents ? [terms.affiliates, true] : [terms.affiliates]
  const ways = affiliates.flatMap((by) =>
    campaigns.flatMap((campaign) => sizes.map((bulky) => ({ ...terms, campaign, bulky, affiliates: by }))),
  )
  if (ways.length === 1) return terms
  const serviceCents = sumOf(facts.charged.filter(({ kind }) => kind === 'service').map(({ cents }) => -cents))
  return ways.find((way) => chargesOf(facts, rule, way).serviceCents === serviceCents) ?? terms
}

/**
 * With the seller's part of the freight voucher that the buyer used, for parcels of the seller's own logistics. No
 * order tells the voucher: what the service fee has more than the rest of the rule is that part, up to its cap, unless
 * a part that the shop takes no part in makes the amount.
 */
function withFreightVoucher(facts: OfOrder, rule: FeeRule, terms: TermsOfDay): ExpectedCharges {
  const charges = chargesOf(facts, rule, terms)
  const part = rule.parts.find(({ kind }) => kind === 'freight_voucher')
  if (!part || !facts.order.isOwnLogistics) return charges
  const said = (kind: MoneyKind) => -sumOf(facts.charged.filter((line) => line.kind === kind).map(({ cents }) => cents))
  const cents = said('service') - charges.serviceCents
  const ways = [{ campaign: !terms.campaign }, { bulky: !terms.bulky }, { highVolume: !terms.highVolume }]
  const isOther = ways.some((way) => chargesOf(facts, rule, { ...terms, ...way }).serviceCents === said('service'))
  if (cents <= 0n || cents > (part.capCents ?? 0n) || isOther || said('commission') !== charges.commissionCents)
    return charges
  const { kind, rate } = part
  return {
    ...charges,
    parts: [...charges.parts, { kind, rate, money: 'service', baseCents: 0n, rateCents: 0n, fixedCents: cents, cents }],
    serviceCents: charges.serviceCents + cents,
    feesCents: charges.feesCents + cents,
  }
}

function expectWith(facts: OfOrder, paid: Known, isRefundLater: boolean): Expectation & { returnFacts: ReturnFacts } {
  const { order, rule } = facts
  const terms = settledTerms(facts)
  const charged = readCharged(facts.charged, terms)
  const returnFacts = readReturnFacts(facts, largest(-(charged.of('refund') ?? 0n), -paid.takenCents))
  // The goods of a lost and compensated parcel bring nothing more.
  const isMadeGood =
    isLostAway(order, facts.returns) && returnFacts.compensationCents > 0n && paid.releasedCents === null
  const isCancelled = order.status === 'cancelled' || isMadeGood
  const isReturned = returnFacts.refundCents > 0n
  const charges = rule && !isCancelled ? withFreightVoucher(facts, rule, terms) : null
  const silent = isReturned && !isRefundLater && charges && rule ? feesOfRest(facts, rule, terms, returnFacts) : charges
  const goodsCents = order.revenueCents - order.sellerVoucherCents
  const isFeeFree =
    returnFacts.bringsParcel &&
    returnFacts.compensationCents === 0n &&
    -(charged.of('refund') ?? 0n) >= goodsCents &&
    returnFacts.refundCents >= goodsCents

  /** A fee as the rule has it; of goods that came back, and where the shop may do without, the platform may charge less. */
  const fee = (kind: SettlementLineKind, of: (fees: Fees) => Cents, isOptional = false): Term => {
    const chargedCents = charged.of(kind)
    if (isCancelled) return { kind, expected: 0n, charged: chargedCents }
    if (!charges || !silent) return { kind, expected: chargedCents, charged: chargedCents }
    if (chargedCents === null) return { kind, expected: -of(silent), charged: null }
    const whole = -of(charges)
    if (isFeeFree && !isOptional) return { kind, expected: 0n, charged: chargedCents }
    return { kind, expected: isReturned || isOptional ? within(chargedCents, whole) : whole, charged: chargedCents }
  }
  const plain = (kind: SettlementLineKind, expected: Cents): Term => ({
    kind,
    expected: isCancelled && kind !== 'compensation' && kind !== 'reverse_freight' ? 0n : expected,
    charged: charged.of(kind),
  })
  const asCharged = (kind: SettlementLineKind): Term => plain(kind, charged.of(kind) ?? 0n)
  const voucher = charged.of('seller_voucher')
  const whole = -order.sellerVoucherCents
  const compensation = charged.of('compensation') ?? 0n
  const compensatedLater = largest(0n, smallest(returnFacts.compensationCents - compensation, paid.addedCents))
  const unreportedCents = isRefundLater ? 0n : smallest(returnFacts.refundCents, goodsCents)
  const refund = expectRefund(charged.of('refund'), returnFacts, { paid, unreportedCents, isCancelled })
  const [affiliate, owedAffiliateCents] = expectAffiliate(facts, charged.of('affiliate'), {
    isTaken: terms.affiliates,
    laterCents: isCancelled ? 0n : paid.affiliateCents,
  })
  const lines: Term[] = [
    plain('product_revenue', order.revenueCents),
    plain('seller_voucher', isReturned && voucher !== null ? within(voucher, whole) : whole),
    asCharged('coins'),
    fee('commission', ({ commissionCents }) => commissionCents),
    fee('service', ({ serviceCents }) => serviceCents),
    plain('affiliate', affiliate),
    fee('protection', ({ protectionCents }) => protectionCents, true),
    fee('ads', ({ adsCents }) => adsCents, true),
    ...namedFeeKinds.map((kind) => plain(kind, 0n)),
    // The buyer's money, and as much as the platform says.
    asCharged('packaging'),
    plain('freight', 0n),
    plain('reverse_freight', returnFacts.bringsParcel ? smallest(charged.of('reverse_freight') ?? 0n, 0n) : 0n),
    plain('refund', -refund.beforeCents),
    plain('compensation', largest(compensation, returnFacts.compensationCents - compensatedLater)),
    plain('tax_withheld', 0n),
    // Its calculation is not settled: expected as stated, so that it is no difference by itself.
    asCharged('pix'),
    plain('other', 0n),
  ]
  const owedCorrectionCents = compensatedLater - refund.laterCents + owedAffiliateCents
  const expected = lines.map((line) => line.expected)
  return {
    returnFacts,
    terms: lines,
    expectedCents: expected.includes(null) ? null : sumOf(expected.map((cents) => cents ?? 0n)) + owedCorrectionCents,
    statedCents: facts.charged.some(({ kind }) => kind !== 'adjustment')
      ? sumOf(lines.map((line) => line.charged ?? (isCancelled ? 0n : (line.expected ?? 0n))))
      : null,
    isWhole: charged.isWhole,
    isByRule: lines.some(
      ({ kind, expected: by, charged: said }) => isRuleFee(kind) && said === null && (by ?? 0n) !== 0n,
    ),
    charges,
    unbackedCents: isCancelled ? 0n : returnFacts.unbackedCents,
    owedCorrectionCents,
    owedAffiliateCents,
    refundLaterCents: refund.laterCents,
    isFeeFree,
  }
}

/**
 * The affiliates' charge of the payout and what the wallet took later: as far as the affiliates' report has it for this order, else as charged
 * where the shop takes part. Before the platform states the payout, the report says what it will take.
 */
function expectAffiliate(
  { reported }: OfOrder,
  charged: Cents | null,
  { isTaken, laterCents }: { isTaken: boolean; laterCents: Cents },
): [before: Cents, later: Cents] {
  const most = reported?.affiliatesMostCents ?? null
  if (most === null) return isTaken ? [charged ?? 0n, laterCents] : [0n, 0n]
  const owed = laterCents === 0n ? (reported?.affiliatesOwedCents ?? 0n) : 0n
  const before = charged === null ? -owed : within(charged, -most)
  return [before, within(laterCents, -most - before)]
}

const isRuleFee = (kind: SettlementLineKind) => kind === 'commission' || kind === 'service'

/** As stated, but neither a credit nor more than the whole. */
const within = (chargedCents: Cents, whole: Cents): Cents => largest(smallest(chargedCents, 0n), whole)

/** For the goods that the buyer kept: zero where all came back. */
function feesOfRest(facts: OfOrder, rule: FeeRule, terms: TermsOfDay, { refundCents }: ReturnFacts): Fees {
  const { revenueCents, sellerVoucherCents } = facts.order
  if (refundCents >= revenueCents - sellerVoucherCents)
    return { commissionCents: 0n, serviceCents: 0n, protectionCents: 0n, adsCents: 0n }
  return chargesOf(facts, rule, terms, refundCents)
}

/** Taken off before the payout, or after it by a correction; never more than what stands. */
function expectRefund(
  chargedCents: Cents | null,
  { refundCents }: ReturnFacts,
  { paid, unreportedCents, isCancelled }: { paid: Known; unreportedCents: Cents; isCancelled: boolean },
): { beforeCents: Cents; laterCents: Cents } {
  if (isCancelled) return { beforeCents: 0n, laterCents: 0n }
  const beforeCents = chargedCents === null ? unreportedCents : largest(0n, smallest(-chargedCents, refundCents))
  return { beforeCents, laterCents: smallest(refundCents - beforeCents, -paid.takenCents) }
}
