import type { Cents } from '@/lib/core/money'

/**
 * The fines of a quarter's penalty points, from so many points on, the most first (article 28322 of 21/09/2026, by one
 * reader of it). Due only where the sales of the month before were above `finedAboveCents`.
 */
export const fines: readonly { fromPoints: number; cents: Cents }[] = [
  { fromPoints: 15, cents: 1_500_00n },
  { fromPoints: 12, cents: 1_000_00n },
  { fromPoints: 9, cents: 500_00n },
  { fromPoints: 6, cents: 250_00n },
  { fromPoints: 3, cents: 100_00n },
]
export const finedAboveCents: Cents = 2_500_00n

/** Null where so many points cost nothing. */
export const fineOf = (points: number): Cents | null =>
  fines.find(({ fromPoints }) => points >= fromPoints)?.cents ?? null
