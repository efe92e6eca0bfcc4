import type { Day } from '@/lib/core/dates'
import type { FeeOrderLine, FeeRule } from '../fees/schema'
import type { ReportedFees } from '../fees/reported-fees'
import { defaultTerms, type TermsOfDay } from '../fees/terms'
import type {
  DiscrepancyCause,
  MoneyKind,
  MoneySource,
  OrderStatus,
  PayoutSource,
  ReturnKind,
  ReturnState,
  SettlementState,
  WalletKind,
} from '@/lib/generated/prisma/enums'
import type { Cents } from '@/lib/core/money'

export type OrderFacts = {
  status: OrderStatus
  platformStatus: string | null
  revenueCents: Cents
  sellerVoucherCents: Cents
  items: FeeOrderLine[]
  shippedAt: Date | null
  /** Local days. */
  deliveredOn: Day | null
  cancelledOn: Day | null
  inReturn: boolean
  /** Sent by the seller's own logistics: of the buyer's freight voucher the seller bears a part. */
  isOwnLogistics?: boolean
}

/** A term of what the platform says it charged, signed from the seller's side; of each kind one source alone. */
export type ChargedLine = { kind: MoneyKind; cents: Cents; source: MoneySource; key: string; name: string | null }

/** By the list of payouts; with a key where a refund is listed apart. */
export type ReleaseFact = { source: PayoutSource; key: string; cents: Cents; at: Date }

export type WalletFact = {
  kind: WalletKind
  cents: Cents
  /** Withheld from the amount. */
  feeCents: Cents
  at: Date
  refundNumber: string | null
}

export type ReturnFact = {
  kind: ReturnKind
  state: ReturnState
  platformStatus: string | null
  /** Null: the amount is unknown. */
  refundCents: Cents | null
  receivedAt: Date | null
  openedOn: Day
  /** The part of the refund for units missing in the parcel. */
  missingCents: Cents
  /** Whether receipts are kept of this return's days: else it is unknown whether its parcel came. */
  isWatched: boolean
  compensationStatus: string | null
  compensationCents: Cents | null
}

/** All that is known of one code of a shop. */
export type SettlementFacts = {
  code: string
  /** The order's local day; of a code that no order here has, that of its first payout. */
  day: Day
  order: OrderFacts | null
  /** Null: the shop's programmes are unknown. */
  terms: TermsOfDay | null
  /** The assumed terms without an answer: the shop's volume may be counted. */
  assumed?: TermsOfDay
  /** Whether it takes part in campaigns is still to be answered: nearly all its orders pay them. */
  isCampaignOpen?: boolean
  /** Whether it pays for easy returns is still to be seen: too few of its orders are charged. */
  isProtectionOpen?: boolean
  /** In force on the day. */
  rule: FeeRule | null
  ruleConfirmed: boolean
  /** Versions by which the platform may have charged instead. */
  otherRules: readonly FeeRule[]
  charged: readonly ChargedLine[]
  /** The parts of the fees by other reports: they explain charged amounts and are none themselves. */
  reported?: ReportedFees | undefined
  releases: readonly ReleaseFact[]
  wallet: readonly WalletFact[]
  /** The first and the last day that the shop's wallet is known of: beyond them it witnesses nothing. */
  walletDays?: { first: Day; last: Day } | null
  returns: readonly ReturnFact[]
  /** Whether what is known of the shop's payouts would hold this one, had it been made until it was due. */
  isCovered: boolean
  today: Day
  existing: { state: SettlementState; adjustedCents: Cents } | null
  /** The day lies in a month that was closed. */
  closedMonth: boolean
}

export const termsOf = ({ terms, assumed }: Pick<SettlementFacts, 'terms' | 'assumed'>): TermsOfDay =>
  terms ?? assumed ?? defaultTerms

/** Fees that the platform names one by one, and that no rule of ours knows. */
export const namedFeeKinds = [
  'transaction',
  'campaign',
  'processing',
  'fulfilment',
  'return_service',
  'trade_in',
] as const

export const settlementLineKinds = [
  'product_revenue',
  'seller_voucher',
  'coins',
  'commission',
  'service',
  'affiliate',
  'protection',
  'ads',
  ...namedFeeKinds,
  'packaging',
  'freight',
  'reverse_freight',
  'refund',
  'compensation',
  'tax_withheld',
  'pix',
  'other',
] as const
export type SettlementLineKind = (typeof settlementLineKinds)[number]

/** The rule's amount beside the charge, signed from the seller's side; null where it is unknown. */
export type SettlementLine = {
  kind: SettlementLineKind
  expectedCents: Cents | null
  chargedCents: Cents | null
  /** For a line that differs. */
  cause: DiscrepancyCause | null
}

/** The values of the explanation: cents and rates in millionths as text, names as they are. */
export type CauseFacts = Readonly<Record<string, string>>

/** A piece of the difference; without a cause it stays unexplained. */
export type Part = {
  cause: DiscrepancyCause | null
  cents: Cents
  facts: CauseFacts
  line?: SettlementLineKind
  /** The amount follows from the rule alone: the platform has stated no fees of the order. */
  isByRule?: boolean
}

export type SettledCause = {
  cause: DiscrepancyCause
  /** Signed as the difference: what the seller lacks is negative. */
  amountCents: Cents
  /** Follows from a rule that the shop's charged orders have not confirmed, or from terms that were not set. */
  isUnconfirmed: boolean
  facts: CauseFacts
}

/** difference = explained + unexplained, always; of what is paid or late also released + adjusted − expected. */
export type Settled = {
  state: SettlementState
  dueOn: Day | null
  releasedAt: Date | null
  expectedCents: Cents | null
  releasedCents: Cents | null
  adjustedCents: Cents
  differenceCents: Cents
  explainedCents: Cents
  unexplainedCents: Cents
  /** The largest first. */
  causes: SettledCause[]
  lines: SettlementLine[]
  ruleId: string | null
  ruleConfirmed: boolean
}
