import { foldHeading } from '../imports/heading-names'
import { readMoney } from '../imports/cell-values'
import type { MoneyItem } from './items'
import type { SumCheck } from './schema'

type Sum = SumCheck['name'] | 'opening'
const labels: [Sum, RegExp][] = [
  ['in', /^(entrada total|total (money|cash) in|money in)/],
  ['out', /^(saida total|total (money|cash) out|money out)/],
  ['opening', /^(saldo inicial|(opening|initial|starting) balance)/],
  ['closing', /^(saldo final|(closing|final|ending) balance)/],
]

/** What a file says above its headings that its rows come to: a label, and the amount in the next cell that has one. */
function saidIn(lines: readonly string[][]): Map<Sum, bigint> {
  const said = new Map<Sum, bigint>()
  for (const line of lines)
    for (const [at, text] of line.entries()) {
      const name = labels.find(([, words]) => words.test(foldHeading(text)))?.[0]
      if (!name || said.has(name)) continue
      const amounts = line.slice(at + 1).map((each) => readMoney({ kind: 'text', text: each }))
      const found = amounts.find((each) => each.ok && each.value !== null)
      if (found?.ok && found.value !== null) said.set(name, found.value)
    }
  return said
}

const size = (cents: bigint) => (cents < 0n ? -cents : cents)

/** Adds up a file's rows and holds them against the sums that it tells of itself. */
export class SumChecks {
  private readonly sums = { in: 0n, out: 0n, received: 0n }

  add(read: MoneyItem): void {
    if (read.type === 'advances') this.sums.received += read.item.receivedCents
    if (read.type === 'wallet') this.sums[read.item.amountCents > 0n ? 'in' : 'out'] += read.item.amountCents
  }

  /** Those that do not agree. */
  list(type: MoneyItem['type'], lines: readonly string[][]): SumCheck[] {
    const said = saidIn(lines)
    const { sums } = this
    const check = (name: SumCheck['name'], of: bigint | undefined, found: bigint): SumCheck[] =>
      of === undefined || size(of) === size(found) ? [] : [{ name, saidCents: String(of), foundCents: String(found) }]
    if (type === 'advances') return check('received', said.get('in'), sums.received)
    if (type !== 'wallet') return []
    const opening = said.get('opening')
    const closing = opening === undefined ? [] : check('closing', said.get('closing'), opening + sums.in + sums.out)
    return [...check('in', said.get('in'), sums.in), ...check('out', said.get('out'), sums.out), ...closing]
  }
}
