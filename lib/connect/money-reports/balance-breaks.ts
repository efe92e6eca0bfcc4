import type { SumCheck } from './schema'

/** More than these are counted and not listed. */
const SHOWN_ROWS = 10

type Moved = { row: number; start: bigint; end: bigint }

/**
 * Follows the balance that a wallet report names after each movement. Rows may stand in any order, and those of one minute have none: all that
 * starts and all that ends within it cancel out but for where the minute began and where it ended.
 */
export class BalanceBreaks {
  private readonly minutes = new Map<number, Moved[]>()

  add(row: number, { at, amountCents, balanceCents }: { at: Date; amountCents: bigint; balanceCents: bigint | null }) {
    if (balanceCents === null) return
    const minute = Math.floor(at.getTime() / 60_000)
    const moved = { row, start: balanceCents - amountCents, end: balanceCents }
    const known = this.minutes.get(minute)
    if (known) known.push(moved)
    else this.minutes.set(minute, [moved])
  }

  /** Each row whose balance does not follow, with the balance that it starts from and the one before it, in cents. */
  list(): SumCheck[] {
    const results: SumCheck[] = []
    let before: readonly bigint[] = []
    for (const [, moved] of [...this.minutes].toSorted(([a], [b]) => a - b)) {
      const { starts, ends } = edgesOf(moved)
      const from = starts.length > 0 ? starts : moved
      const follows = Math.max(
        0,
        from.findIndex(({ start }) => before.includes(start)),
      )
      const breakAt = (one: Moved, expected: bigint | undefined) => {
        if (expected === undefined || one.start === expected) return
        const sums = { saidCents: String(one.start), foundCents: String(expected) }
        results.push({ name: 'balanceAfter', label: String(one.row), ...sums })
      }
      const first = from[follows]!
      if (!before.includes(first.start)) breakAt(first, before[0])
      if (starts.length > 0) starts.filter((one) => one !== first).forEach((one, n) => breakAt(one, ends[n]?.end))
      const last = starts.length > 0 ? ends : moved
      before = last.map(({ end }) => end)
    }
    const [shown, more] = [results.slice(0, SHOWN_ROWS), results.length - SHOWN_ROWS]
    return more > 0
      ? [...shown, { name: 'balanceMore', saidCents: String(results.length), foundCents: String(more) }]
      : shown
  }
}

/** The movements of a minute that start from no balance of another, and those that no other continues. */
function edgesOf(moved: readonly Moved[]): { starts: Moved[]; ends: Moved[] } {
  const over = new Map<bigint, number>()
  for (const { start, end } of moved) {
    over.set(end, (over.get(end) ?? 0) + 1)
    over.set(start, (over.get(start) ?? 0) - 1)
  }
  const take = (cents: bigint, sign: number) => {
    const left = over.get(cents) ?? 0
    if (left * sign <= 0) return false
    over.set(cents, left - sign)
    return true
  }
  return { starts: moved.filter(({ start }) => take(start, -1)), ends: moved.filter(({ end }) => take(end, 1)) }
}
