import type { UnreadList } from '@/lib/core/sheets/unread'
import { readReportWords, wordsOf } from '@/lib/money/wallet/report-words'
import {
  asFailed,
  isFailed,
  isKnownStatus,
  sortFailed,
  UnfinishedMovements,
} from '@/lib/money/wallet/unfinished-movements'
import type { WalletField } from './columns'
import type { ReadRow } from './file-facts'
import { contradicts, isDirection, readWalletRow } from './other-rows'
import type { RowAnswers } from './row-answers'
import type { RowCells } from './row-cells'

const nothing: readonly ReadRow[] = []

/** The movements of a wallet report; those that failed or are open wait for its end, where the balances say what has moved. */
export class WalletSheet {
  private readonly unfinished = new UnfinishedMovements<ReadRow>()

  constructor(
    private readonly rowAnswers: RowAnswers,
    private readonly unread: UnreadList,
    private readonly twice: (said: string) => boolean,
  ) {}

  take(cells: RowCells<WalletField>): readonly ReadRow[] {
    const item = readWalletRow(cells)
    if (!item) return this.rowAnswers.answer(cells, null)
    const name = item.orderCode ?? item.type
    const isTwice = item.amountCents !== 0n && this.twice(cells.said())
    if (isTwice && item.balanceCents !== null) return this.rowAnswers.twice(name, item.amountCents)
    // Nothing tells two movements from one that stands twice: both count, as said.
    if (isTwice)
      this.unread.add({
        kind: 'alike',
        name,
        place: this.rowAnswers.sheet,
        cents: item.amountCents,
        sample: String(cells.row.number),
      })
    if (!readReportWords(item.type, item.description ?? '', item.amountCents).isKnown)
      this.rowAnswers.word(wordsOf(item.type, item.description ?? ''), cells, 'type', item.amountCents)
    const flow = cells.note('flow', 40)
    if (flow && !isDirection(flow)) this.rowAnswers.word(flow, cells, 'flow', item.amountCents)
    if (item.status && !isKnownStatus(item.status)) this.rowAnswers.word(item.status, cells, 'status', item.amountCents)
    if (flow && contradicts(flow, item.amountCents))
      this.unread.add({
        kind: 'cell',
        name: cells.headingOf('flow'),
        place: this.rowAnswers.sheet,
        cents: item.amountCents,
        sample: `${cells.row.number}: ${flow}`,
      })
    const [row] = this.rowAnswers.answer(cells, { type: 'wallet', item })
    return this.unfinished.take(item, row!) ? nothing : [row!]
  }

  /** A movement that a report lists as failed or open is reported, and moves no money; a failed one is listed without an amount. */
  end(): ReadRow[] {
    const { moved, left } = this.unfinished.end()
    for (const { movement } of left) {
      const name = [movement.type, movement.status].filter(Boolean).join(' · ')
      this.unread.add({ kind: 'notMoved', name, cents: movement.amountCents, sample: movement.orderCode ?? '' })
    }
    const failed = sortFailed(left.filter(({ movement }) => isFailed(movement.status)))
    return [
      ...moved.map(({ row }) => row),
      ...failed.map(({ movement, row }): ReadRow => {
        const { row: at, key } = row
        return { row: at, key, read: { type: 'wallet', item: asFailed(movement) } }
      }),
    ]
  }
}
