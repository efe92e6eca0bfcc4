import type { FreightSum } from './freight'

/** The seller's share: freight paid by buyers and the platform, less its cost. */
export const borneCents = ({ paidCents, rebateCents, chargedCents, reverseCents }: FreightSum) =>
  paidCents + rebateCents + chargedCents + reverseCents
