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
  /** Amounts by minute of rows that name no balance. */
  private readonly bare = new Map<number, bigint>()

  add(row: number, { at, amountCents, balanceCents }: { at: Date; amountCents: bigint; balanceCents: bigint | null }) {
    const minute = Math.floor(at.getTime() / 60_000)
    if (balanceCents === null) return void this.bare.set(minute, (this.bare.get(minute) ?? 0n) + amountCents)
    const moved = { row, start: balanceCents - amountCents, end: balanceCents }
    const known = this.minutes.get(minute)
    if (known) known.push(moved)
    else this.minutes.set(minute, [moved])
  }

  /** The rows between which the balance does not follow, with the balance that the second starts from and that of the first, in cents. */
  list(): SumCheck[] {
    const results: SumCheck[] = []
    let before: readonly Moved[] = []
    let since = -Infinity
    const bareBetween = makeBareSums(this.bare)
    for (const [minute, moved] of [...this.minutes].toSorted(([a], [b]) => a - b)) {
      const { starts, ends } = edgesOf(moved)
      const from = starts.length > 0 ? starts : moved
      const follows = Math.max(
        0,
        from.findIndex((one) => before.some(({ end }) => end === one.start)),
      )
      const bare = bareBetween(since, minute)
      const breakAt = (one: Moved, last: Moved | undefined) => {
        if (last === undefined || one.start === last.end || bare.includes(one.start - last.end)) return
        const sums = { saidCents: String(one.start), foundCents: String(last.end) }
        results.push({ name: 'balanceAfter', label: `${last.row} → ${one.row}`, ...sums })
      }
      const first = from[follows]!
      if (!before.some(({ end }) => end === first.start)) breakAt(first, before[0])
      if (starts.length > 0) starts.filter((one) => one !== first).forEach((one, n) => breakAt(one, ends[n]))
      before = starts.length > 0 ? ends : moved
      since = minute
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

/** The sum of the rows without a balance between two minutes, and with those within either. Called for minutes in their order. */
function makeBareSums(bare: ReadonlyMap<number, bigint>): (since: number, minute: number) => bigint[] {
  const sorted = [...bare].toSorted(([a], [b]) => a - b)
  let next = 0
  return (since, minute) => {
    let sum = 0n
    for (; next < sorted.length && sorted[next]![0] < minute; next += 1)
      if (sorted[next]![0] > since) sum += sorted[next]![1]
    const [before, within] = [bare.get(since) ?? 0n, bare.get(minute) ?? 0n]
    return [sum, sum + before, sum + within, sum + before + within]
  }
}
