import { foldText } from '@/lib/core/text/fold-text'
import { formatMoney } from '@/lib/core/money'
import type { Movement } from './number-movements'

const failed =
  /\b(nao|not) (conclu|realiz|efetu|process|autoriz|complet|success)|reprov|falh|fracass|insucess|sem sucess|mal.?sucedid|cancel|recus|rejeit|negad|expir|revert|fail|reject|declin/
const open =
  /penden|pending|processa(?!d)|processing|andamento|progress|aguard|analise|agendad|initial|waiting|bloque|blocked|retid|hold|suspens|congelad|frozen/
const over =
  /conclu|complet|suce|success|\bok\b|efetu|efetivad|realiz|process|finaliz|pag[oa]\b|liquid|aprov|credit|debit|lancad|liberad|transferid|done|paid|settled|released|approved|posted/

/** Whether a word for a movement says that it did not come about. */
export const isFailed = (status: string | null): boolean => failed.test(foldText(status ?? ''))

/** Whether a wallet report's word for a movement says that it did not come about, or not yet. */
export const isUnfinished = (status: string | null): boolean => isFailed(status) || open.test(foldText(status ?? ''))

export const isKnownStatus = (status: string): boolean => isUnfinished(status) || over.test(foldText(status))

type Held<Row> = { movement: Movement; row: Row }
type Seen<Row> = { at: number; amount: bigint; balance: bigint; held: Held<Row> | null }

/**
 * Movements that failed or, in a report, are still open. The balances decide whether the money moved: a withdrawal that is under way has left the wallet
 * already, one that failed has not. All rows are needed for that, so they wait for the end of the sheet, or of a window of the API's list.
 */
export class UnfinishedMovements<Row> {
  private seen: Seen<Row>[] = []
  private held: Held<Row>[] = []

  constructor(private readonly waits: (status: string | null) => boolean = isUnfinished) {}

  /** True for a movement that waits. */
  take(movement: Movement, row: Row): boolean {
    const held = this.waits(movement.status) ? { movement, row } : null
    const { at, amountCents, balanceCents } = movement
    if (held) this.held.push(held)
    if (balanceCents !== null) this.seen.push({ at: at.getTime(), amount: amountCents, balance: balanceCents, held })
    return held !== null
  }

  end(): { moved: Held<Row>[]; left: Held<Row>[] } {
    const moved = this.held.length > 0 ? listMoved(this.seen) : new Set()
    const result = {
      moved: this.held.filter((one) => moved.has(one)),
      left: this.held.filter((one) => !moved.has(one)),
    }
    this.seen = []
    this.held = []
    return result
  }
}

/** In the order of time, each that leads from the balance before it to its own; what shows the balance before it has moved nothing. */
function listMoved<Row>(seen: readonly Seen<Row>[]): Set<Held<Row>> {
  const moved = new Set<Held<Row>>()
  let before: bigint | null = null
  const sorted = seen.toSorted((a, b) => a.at - b.at)
  for (let from = 0; from < sorted.length;) {
    const { at } = sorted[from]!
    let end = from
    while (sorted[end]?.at === at) end += 1
    const waiting = new Set(sorted.slice(from, end))
    from = end
    // The sheet's order has no meaning for movements of one instant: each follows the one that it continues.
    while (waiting.size > 0) {
      const next: Seen<Row> = nextOf([...waiting], before)
      waiting.delete(next)
      if (next.held && !continues(next, before)) continue
      if (next.held) moved.add(next.held)
      before = next.balance
    }
  }
  return moved
}

const continues = ({ balance, amount }: Seen<unknown>, before: bigint | null) =>
  before !== null && balance === before + amount

const nextOf = <Row>(waiting: Seen<Row>[], before: bigint | null): Seen<Row> =>
  waiting.find((one) => continues(one, before)) ?? waiting.find(({ held }) => !held) ?? waiting[0]!

/**
 * A failed movement as the ledger shows it: it has no amount, no balance and no order, so that no sum contains it; its text has the amount that did not
 * move.
 */
export function asFailed(movement: Movement): Movement {
  const { kind, type, description, reason, orderCode, amountCents } = movement
  const said = [description ?? reason ?? type, orderCode, formatMoney(amountCents, 'pt')]
  return {
    ...movement,
    kind: kind === 'withdrawal' || kind === 'withdrawal_returned' ? kind : 'other',
    failedCents: amountCents,
    amountCents: 0n,
    feeCents: 0n,
    balanceCents: null,
    orderCode: null,
    refundNumber: null,
    withdrawalId: null,
    description: [...new Set(said.filter(Boolean))].join(' · '),
  }
}

/** By their texts: movements that fail in one minute are numbered alike in any order. */
export const sortFailed = <One extends { movement: Movement }>(failed: readonly One[]): One[] => {
  const textOf = ({ movement }: One) => `${movement.type} ${asFailed(movement).description}`
  return failed.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
}
