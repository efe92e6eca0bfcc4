import type { MoneyKind } from '@/lib/generated/prisma/enums'
import type { Day } from '@/lib/core/dates'
import type { OfxAccount, OfxEntry } from './ofx'
import type { Movement } from '@/lib/money/wallet/number-movements'

export type IncomeLine = { kind: MoneyKind; key: string; amount: bigint; name: string }
/** As write_income takes it. */
export type IncomeItem = { code: string; part: string; amount: bigint | null; at: Date; lines: IncomeLine[] }
export type ReturnLine = { sku: string | null; title: string; variation: string | null; quantity: number }
export type ReturnItem = {
  number: string
  code: string
  status: string
  kind: string
  solution: string
  reason: string | null
  text: string | null
  /** Null: the report leaves it open. */
  refundCents: bigint | null
  /** The words of the state in which another row gave the refund, where the return's own gives none. */
  refundState?: string
  compensationCents: bigint | null
  openedAt: Date
  /** By when the seller is asked to act. */
  dueAt: Date | null
  lines: ReturnLine[]
}
export type AdvanceItem = {
  number: string
  code: string
  at: Date
  advanceCents: bigint
  feeCents: bigint
  receivedCents: bigint
  /** Null, as of the amount given back: the list does not say it. */
  restCents: bigint | null
  returnedCents: bigint | null
  status: string | null
  dueOn: Day | null
}
export const feeReports = ['service_fees', 'affiliates', 'freight'] as const
export type FeeReport = (typeof feeReports)[number]
/** A part of an order's fees as a report tells it, in the report's own sign. */
export type FeeLine = { key: string; name: string; amount: bigint; state: string | null }
/** `saidCents`: what the row itself says that its parts come to. */
export type FeeDetail = { code: string; report: FeeReport; fees: FeeLine[]; saidCents: bigint | null }
/** A report's data of an item, over all its days. */
export type AdsItem = {
  item: string
  title: string
  spendCents: bigint
  /** Null, as of the clicks and impressions: the report does not have it. */
  salesCents: bigint | null
  clicks: number | null
  impressions: number | null
}
/** A listing as a file of mass updates tells it; null is what it does not say. `isWhole`: it names the variations. */
export type ListingItem = {
  item: string
  /** '0' for an item without variations. */
  model: string
  sku: string | null
  title: string
  variation: string | null
  price: bigint | null
  stock: number | null
  gtin: string | null
  isWhole: boolean
}
export const statCounts = ['visitors', 'clicks', 'orders', 'buyers'] as const
export const statSums = ['sales', 'cancelled', 'refunded'] as const
type StatFigures = Record<(typeof statCounts)[number], number | null> & Record<(typeof statSums)[number], bigint | null>
/** A day of a shop's statistics; null is what they do not say. `conversion`: in hundredths of a percent; `said`: as the sheet is called. */
export type StatItem = StatFigures & { day: Day; basis: string; said: string; conversion: number | null }
export const listingStatCounts = ['visitors', 'impressions', 'clicks', 'cartUnits', 'units'] as const
/** A listing over the days of a file; null is what it does not say. `conversion`: in hundredths of a percent. */
export type ListingStatItem = Record<(typeof listingStatCounts)[number], number | null> & {
  item: string
  title: string
  sku: string | null
  conversion: number | null
  sales: bigint | null
}
/** `rank`: its place among the entries of one day and amount, in a statement that is a spreadsheet; those of OFX files have none. */
export type BankItem = Pick<OfxEntry, 'fitid' | 'day' | 'amountCents' | 'memo'> & { of: OfxAccount; rank?: number }

export type MoneyItem =
  | { type: 'income'; item: IncomeItem; isOff: boolean }
  | { type: 'fees'; item: FeeDetail }
  | { type: 'wallet'; item: Movement }
  | { type: 'returns'; item: ReturnItem }
  | { type: 'advances'; item: AdvanceItem }
  | { type: 'ads'; item: AdsItem }
  | { type: 'listings'; item: ListingItem }
  | { type: 'stats'; item: StatItem }
  | { type: 'listingStats'; item: ListingStatItem }
  | { type: 'bank'; item: BankItem }
