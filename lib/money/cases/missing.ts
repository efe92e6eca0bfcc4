/** By `cause`: what one cause explains; null where it explains nothing any more. Negative is missing, as differences are. */
type Standing = { amountCents: bigint | null; differenceCents: bigint }

const least = (a: bigint, b: bigint) => (a < b ? a : b)

/** What is missing by a cause, as a positive amount: no more than it explains, nor than the order lacks in all. */
export function missingOf({ amountCents, differenceCents }: Standing): bigint {
  const missing = least(-(amountCents ?? 0n), -differenceCents)
  return missing > 0n ? missing : 0n
}

/** What can still be asked for by a cause where open cases of the order ask for some of its difference already. */
export function claimableOf(standing: Standing, askedCents: bigint): bigint {
  const claimable = least(missingOf(standing), -standing.differenceCents - askedCents)
  return claimable > 0n ? claimable : 0n
}

/** What was paid too much by a cause, as a positive amount: no more than it explains, nor than the order was paid too much in all. */
export function surplusOf({ amountCents, differenceCents }: Standing): bigint {
  const surplus = least(amountCents ?? 0n, differenceCents)
  return surplus > 0n ? surplus : 0n
}

/** What has come back since a case asked for it. */
export function returnedOf(askedCents: bigint, standing: Standing): bigint {
  return askedCents < 0n ? 0n : askedCents - least(askedCents, missingOf(standing))
}
