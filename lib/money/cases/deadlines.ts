import { addDays, type Day } from '@/lib/core/dates'
import type { DiscrepancyCause } from '@/lib/generated/prisma/enums'

/** Fallback for days that a payout has or should have had. */
type Dates = { day: Day; dueOn: Day | null; paidOn: Day | null }

type Window = { from: 'paid' | 'due'; days: number }

/**
 * By when a case is filed unless somebody says otherwise, counted from the payout (`paid`) or from the day on which it was due.
 * The marketplace publishes no window of its own for most of these; they are cautious customs, and each case can be given another day.
 */
export const windows: Record<DiscrepancyCause, Window> = {
  late: { from: 'due', days: 30 },
  released_less: { from: 'paid', days: 30 },
  released_more: { from: 'paid', days: 30 },
  released_twice: { from: 'paid', days: 30 },
  commission_band: { from: 'paid', days: 30 },
  commission_rate: { from: 'paid', days: 30 },
  fixed_fee: { from: 'paid', days: 30 },
  service: { from: 'paid', days: 30 },
  // Published: a freight of another weight can be contested for twelve months (article 4478).
  freight: { from: 'paid', days: 365 },
  reverse_freight: { from: 'paid', days: 15 },
  refund_without_return: { from: 'paid', days: 15 },
  adjustment: { from: 'paid', days: 15 },
  fee_on_cancelled: { from: 'paid', days: 30 },
  compensation_missing: { from: 'due', days: 30 },
  affiliate: { from: 'paid', days: 30 },
  protection: { from: 'paid', days: 30 },
  ads_top_up: { from: 'paid', days: 30 },
  other_fee: { from: 'paid', days: 30 },
  fees_kept: { from: 'paid', days: 30 },
  vouchers: { from: 'paid', days: 30 },
  price: { from: 'paid', days: 30 },
  withheld: { from: 'paid', days: 30 },
  unknown_here: { from: 'paid', days: 30 },
  wallet: { from: 'paid', days: 30 },
  unexplained: { from: 'paid', days: 30 },
}

/** The last day of the usual window of a difference. */
export function fileBy(cause: DiscrepancyCause, { day, dueOn, paidOn }: Dates): Day {
  const { from, days } = windows[cause]
  return addDays((from === 'paid' ? (paidOn ?? dueOn) : (dueOn ?? paidOn)) ?? day, days)
}

/** A case opened after its window has passed is to be filed at once. */
const LATE_DAYS = 3

/** For many differences in one case: the first that ends, never before today. */
export function deadlineOf(ends: readonly Day[], today: Day): Day {
  const first = ends.toSorted()[0] ?? today
  return first < today ? addDays(today, LATE_DAYS) : first
}

const REOPENED_DAYS = 7

/** The suggested deadline of a case that is opened again. */
export const reopenedUntil = (today: Day): Day => addDays(today, REOPENED_DAYS)
