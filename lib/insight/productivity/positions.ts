/** The gap between two cards, halved by each that comes between them: 20 times, then the column is renumbered. */
export const STEP = 1_048_576n

/** A place between two; null where they leave no room. An open side ends at a step's distance. */
export function placeBetween(before: bigint | null, after: bigint | null): bigint | null {
  if (before === null && after === null) return STEP
  if (before === null) return after! - STEP
  if (after === null) return before + STEP
  const middle = (before + after) / 2n
  return after - before > 1n && middle > before ? middle : null
}

export const renumber = (count: number): bigint[] =>
  Array.from({ length: count }, (_, index) => BigInt(index + 1) * STEP)
