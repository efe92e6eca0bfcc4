import { isBankDay, nextBankDay } from '../bank/business-days'
import { addDays, type Day } from '@/lib/core/dates'
import type { Cents } from '@/lib/core/money'
import type { OrderFacts, ReturnFact } from './settlement-facts'

/** Released when the buyer confirms or 7 days after delivery, which the buyer may extend once by 3 ("Payout", domain.md). */
export const RELEASED_WITHIN_DAYS = 10
/** How long the platform may take to make up for a parcel that it lost. */
export const COMPENSATED_WITHIN_DAYS = 15
/** Past due for so long, what the platform's lists do not name it does not know. */
export const LONG_AGO_DAYS = 30
/** A payout due so many days ago may still come: the data that would show it is often a few days behind. */
const GRACE_DAYS = 3
/** A payout due before this day without a sign of payment is no basis for a plan. */
export const overdueBefore = (today: Day): Day => addDays(today, -GRACE_DAYS)

/** How long a parcel that was asked back may be on its way before its refund is one without it. */
export const BACK_WITHIN_DAYS = 30

export const isLost = ({ kind, state }: ReturnFact): boolean => kind === 'lost' && state !== 'cancelled'

const paidBy = (day: Day, days: number): Day => nextBankDay(addDays(day, days))

/** The last day on which the platform may pay, which it does on bank days alone; null while nothing has begun that ends with a payout. */
export function dueDay(order: OrderFacts, returns: readonly ReturnFact[]): Day | null {
  if (order.status === 'cancelled')
    return returns.some(isLost) && order.cancelledOn ? paidBy(order.cancelledOn, COMPENSATED_WITHIN_DAYS) : null
  if (order.deliveredOn) return paidBy(order.deliveredOn, RELEASED_WITHIN_DAYS)
  const lost = returns.find(isLost)
  return lost ? paidBy(lost.openedOn, COMPENSATED_WITHIN_DAYS) : null
}

/** An order delivered on this day or before, and paid by the rule's last day, was due before today. */
export function lastDeliveryDue(today: Day): Day {
  let bankDay = addDays(today, -1)
  while (!isBankDay(bankDay)) bankDay = addDays(bankDay, -1)
  return addDays(bankDay, -RELEASED_WITHIN_DAYS)
}

/**
 * The part of a valid refund without returned goods: all of it where the parcel never came, the missing units where it
 * did.
 */
export function unbackedCents(one: ReturnFact, today: Day): Cents {
  if (one.kind !== 'with_return' && one.kind !== 'failed_delivery') return 0n
  if (one.receivedAt) return one.missingCents
  const isOut = one.state === 'accepted' || one.state === 'incoming' || one.state === 'closed'
  return one.isWatched && isOut && addDays(one.openedOn, BACK_WITHIN_DAYS) < today ? (one.refundCents ?? 0n) : 0n
}

/** Lost on its way to the buyer, and not called off. */
export const isLostAway = (order: OrderFacts, returns: readonly ReturnFact[]): boolean =>
  order.status !== 'cancelled' && order.deliveredOn === null && returns.some(isLost)

/** A payout waits for what is asked back. */
export const isHeld = (order: OrderFacts, returns: readonly ReturnFact[]): boolean =>
  order.status !== 'cancelled' &&
  !isLostAway(order, returns) &&
  (order.inReturn || returns.some(({ state }) => state === 'open' || state === 'disputed'))
