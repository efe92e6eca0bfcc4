import { absolute } from '@/lib/core/big-int'
import { foldHeading } from '@/lib/core/sheets/heading-names'
import { readMoney } from '@/lib/core/sheets/cell-values'
import { BalanceBreaks } from './balance-breaks'
import { incomeColumns, type IncomeField } from './columns'
import { isCancelledAdvance } from './advance-words'
import type { AdvanceItem, IncomeItem, MoneyItem } from './items'
import type { MoneyFileType, SumCheck } from './schema'

type Sum = SumCheck['name'] | 'opening'
const labels: [Sum, RegExp][] = [
  ['in', /^(entrada total|total (money|cash) in|money in)/],
  ['out', /^(saida total|total (money|cash) out|money out)/],
  ['opening', /^(saldo inicial|(opening|initial|starting) balance)/],
  ['closing', /^(saldo final|(closing|final|ending) balance)/],
]

/** Each label of a file above its headings, or on its sheet of totals, with the amount in the next cell that has one. */
function* saidIn(lines: readonly string[][]): Generator<[label: string, cents: bigint]> {
  for (const line of lines)
    for (const [at, text] of line.entries()) {
      if (!/\p{L}/u.test(text)) continue
      const amounts = line.slice(at + 1).map((each) => readMoney({ kind: 'text', text: each }))
      const amount = amounts.find((each) => each.ok && each.value !== null)
      if (amount?.ok && amount.value !== null) yield [text, amount.value]
    }
}

function saidSums(lines: readonly string[][]): Map<Sum, bigint> {
  const said = new Map<Sum, bigint>()
  for (const [label, cents] of saidIn(lines)) {
    const name = labels.find(([, words]) => words.test(foldHeading(label)))?.[0]
    if (name && !said.has(name)) said.set(name, cents)
  }
  return said
}

const columnNames = new Map(
  (Object.keys(incomeColumns) as IncomeField[]).flatMap((field) =>
    incomeColumns[field].map((name) => [foldHeading(name), incomeColumns[field][0]] as const),
  ),
)
const totalName = incomeColumns.total[0]
const add = <K>(sums: Map<K, bigint>, key: K, cents: bigint) => sums.set(key, (sums.get(key) ?? 0n) + cents)

/** Adds up a file's rows and holds them against the sums that it tells of itself. */
export class SumChecks {
  private readonly sums = { in: 0n, out: 0n, received: 0n, advanced: 0n, adjusted: 0n }
  private readonly columns = new Map<string, bigint>()
  private readonly affiliates = { said: 0n, found: 0n }
  /** The income report's service fee of each order, and the sum of its parts. */
  private readonly service = new Map<string, { fee: bigint; transaction: bigint; hasRebate: boolean }>()
  private readonly parts = new Map<string, bigint>()
  private hasServiceFees = false
  private readonly balances = new BalanceBreaks()

  add(row: number, read: MoneyItem): void {
    if (read.type === 'advances') this.addAdvance(read.item)
    if (read.type === 'wallet') {
      this.sums[read.item.amountCents > 0n ? 'in' : 'out'] += read.item.amountCents
      this.balances.add(row, read.item)
    }
    if (read.type === 'income') this.addIncome(read.item)
    if (read.type !== 'fees') return
    const { code, report, fees, saidCents } = read.item
    const result = fees.reduce((sum, { amount }) => sum + amount, 0n)
    if (report === 'service_fees') add(this.parts, code, result)
    else if (saidCents) {
      this.affiliates.said += saidCents
      this.affiliates.found += result
    }
  }

  private addAdvance({ receivedCents, advanceCents, feeCents, status }: AdvanceItem): void {
    this.sums.received += receivedCents
    if (!isCancelledAdvance(status)) this.sums.advanced += advanceCents - feeCents
  }

  private addIncome({ code, amount, lines }: IncomeItem): void {
    if (amount === null) {
      this.sums.adjusted += lines.reduce((sum, line) => sum + line.amount, 0n)
      return
    }
    add(this.columns, totalName, amount)
    const before = this.service.get(code) ?? { fee: 0n, transaction: 0n, hasRebate: false }
    for (const { key, name, amount: cents } of lines) {
      add(this.columns, name.replace(/ \(esperado .*$/, ''), cents)
      if (/^service_fee(#|$)/.test(key)) {
        before.fee += cents
        this.hasServiceFees = true
      }
      if (/^seller_transaction_fee(#|$)/.test(key)) before.transaction += cents
      if (/^seller_product_rebate(#|$)/.test(key)) before.hasRebate = true
    }
    this.service.set(code, before)
  }

  /** Those that do not agree. */
  list(type: MoneyFileType, lines: readonly string[][]): SumCheck[] {
    const { sums } = this
    const said = saidSums(lines)
    switch (type) {
      case 'advances':
        return [...check('received', said.get('in'), sums.received), ...check('advanced', sums.advanced, sums.received)]
      case 'wallet': {
        const opening = said.get('opening')
        const closing = opening === undefined ? [] : check('closing', said.get('closing'), opening + sums.in + sums.out)
        return [
          ...check('in', said.get('in'), sums.in),
          ...check('out', said.get('out'), sums.out),
          ...closing,
          ...this.balances.list(),
        ]
      }
      case 'affiliates':
        return check('affiliates', this.affiliates.said, this.affiliates.found)
      case 'income':
        return [...this.columnChecks(lines), ...this.serviceCheck()]
      default:
        return []
    }
  }

  /** A label that is called as a column is: the sum of that column, by our reading; no sheet of totals of a seller was seen. */
  private columnChecks(lines: readonly string[][]): SumCheck[] {
    const checks = new Map<string, SumCheck>()
    for (const [label, cents] of saidIn(lines)) {
      const name = columnNames.get(foldHeading(label.replace(/^\s*\d+(\.\d+)*[.)]?\s+/, '')))
      const matches = name === undefined ? undefined : this.columns.get(name)
      if (name === undefined || matches === undefined || checks.has(name)) continue
      if (name === totalName && absolute(cents) === absolute(matches + this.sums.adjusted)) continue
      for (const one of check('column', cents, matches)) checks.set(name, { ...one, label: label.trim().slice(0, 80) })
    }
    return [...checks.values()]
  }

  /**
   * The parts of a service fee add up to the fee, or to it and the transaction's; a net fee does not show its rebate. A report that names no
   * service fee at all says nothing of it.
   */
  private serviceCheck(): SumCheck[] {
    if (!this.hasServiceFees) return []
    let [said, sum] = [0n, 0n]
    for (const [code, parts] of this.parts) {
      const order = this.service.get(code)
      if (!order || order.hasRebate) continue
      const whole = absolute(order.fee + order.transaction)
      if (absolute(parts) === absolute(order.fee) || absolute(parts) === whole) continue
      said += order.fee
      sum += parts
    }
    return check('serviceFees', said, sum)
  }
}

const check = (name: SumCheck['name'], of: bigint | undefined, measured: bigint): SumCheck[] =>
  of === undefined || absolute(of) === absolute(measured)
    ? []
    : [{ name, saidCents: String(of), foundCents: String(measured) }]
