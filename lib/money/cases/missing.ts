import { smallest } from '@/lib/core/big-int'

/** By `cause`: what one cause explains; null where it explains nothing any more. Negative is missing, as differences are. */
type OpenDifference = { amountCents: bigint | null; differenceCents: bigint }

/** The missing amount of a cause, positive: no more than it explains, nor than the order lacks in total. */
export function missingOf({ amountCents, differenceCents }: OpenDifference): bigint {
  const missing = smallest(-(amountCents ?? 0n), -differenceCents)
  return missing > 0n ? missing : 0n
}

/**
 * The amount that can still be claimed for a cause where open cases of the order claim some of its difference already.
 */
export function claimableOf(difference: OpenDifference, askedCents: bigint): bigint {
  const claimable = smallest(missingOf(difference), -difference.differenceCents - askedCents)
  return claimable > 0n ? claimable : 0n
}

/** The overpaid amount of a cause, positive: no more than it explains, nor than the order was overpaid in total. */
export function surplusOf({ amountCents, differenceCents }: OpenDifference): bigint {
  const surplus = smallest(amountCents ?? 0n, differenceCents)
  return surplus > 0n ? surplus : 0n
}

/** The amount that has come back since a case claimed it. */
export function returnedOf(askedCents: bigint, difference: OpenDifference): bigint {
  return askedCents < 0n ? 0n : askedCents - smallest(askedCents, missingOf(difference))
}
