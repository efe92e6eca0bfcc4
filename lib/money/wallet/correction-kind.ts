/** How a correction that the platform announces after the payout begins its key, among the lines of an order's money. */
export const CORRECTION_KEY = 'order_adjustment'

/**
 * The kind of a correction by the platform's own reason: one by a return is a refund, as where a report lists it in a
 * row of its own.
 */
export const kindOfCorrection = (reason: string | null, cents: bigint): 'refund' | 'adjustment' =>
  cents < 0n && reason !== null && /(refund|reembols|devolu)/i.test(reason) ? 'refund' : 'adjustment'
