const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/**
 * About how long after the ship-by instant the platform cancels an order that no carrier has scanned, where it names no moment
 * for it (watch-packages.ts): sellers measured three days (September 2026).
 */
export const PLATFORM_CANCEL_DAYS = 3
/** An order that stands so much longer was evidently not one that it cancels. */
export const CANCEL_PASSED_DAYS = 4
/** So near the platform's cancellation an order is work of its own, and an alarm. */
export const CANCEL_NEAR_HOURS = 24

/**
 * An order may be cancelled for a moment and alive again: sellers issued return invoices for such ones (July 2026).
 * After so many minutes the platform is asked again whether it still is.
 */
export const CANCEL_CONFIRM_MINUTES = 30
/** Where no second answer came until then, the first one counts: an NF-e can be cancelled for 24 hours. */
export const CANCEL_BELIEVED_HOURS = 3

/** Parcel states of the platform that follow the carrier's first scan. */
export const scannedStates = [
  'LOGISTICS_PICKUP_DONE',
  'LOGISTICS_DELIVERY_DONE',
  'LOGISTICS_DELIVERY_FAILED',
  'LOGISTICS_LOST',
]

export type CancelCountdown = { unit: 'days' | 'hours' | 'now'; count: number }

/** How long until about `at`: whole days, below two of them hours that have begun; `now` once it has passed. */
export function countdownTo(at: Date, now: Date): CancelCountdown {
  const leftMs = at.getTime() - now.getTime()
  if (leftMs <= 0) return { unit: 'now', count: 0 }
  if (leftMs >= 2 * DAY_MS) return { unit: 'days', count: Math.floor(leftMs / DAY_MS) }
  return { unit: 'hours', count: Math.ceil(leftMs / HOUR_MS) }
}
