import type { UnreadList } from '@/lib/core/sheets/unread'
import { foldText } from '@/lib/core/text/fold-text'
import type { Movement } from '@/lib/money/wallet/number-movements'
import { kindOfReport, readReportWords, wordsOf } from '@/lib/money/wallet/report-words'
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
type Cells = RowCells<WalletField>
type Read = { cells: Cells; item: Movement }

const givenBack = /estorn|devol|cancel|falh|return|fail|revers/
/** Its words say that money left, and nothing says that it came back. */
const isOut = ({ item: { type, description, status } }: Read): boolean =>
  kindOfReport(type, description ?? '', -1n) === 'withdrawal' &&
  !givenBack.test(foldText([type, description, status].join(' ')))

/** The movements of a wallet report; those that failed or are open wait for its end, where the balances say what has moved. */
export class WalletSheet {
  private readonly unfinished = new UnfinishedMovements<ReadRow>()
  /** Movements of a report without a column of directions, until one of them has a minus. */
  private unsigned: Read[] = []
  private isSigned = false

  constructor(
    private readonly rowAnswers: RowAnswers,
    private readonly unread: UnreadList,
    private readonly twice: (said: string) => boolean,
  ) {}

  take(cells: Cells): readonly ReadRow[] {
    const item = readWalletRow(cells)
    if (!item) return this.rowAnswers.answer(cells, null)
    if (this.isSigned || cells.has('flow') || !cells.has('amount')) return this.read({ cells, item })
    this.unsigned.push({ cells, item })
    if (item.amountCents >= 0n) return nothing
    this.isSigned = true
    return this.unsigned.splice(0).flatMap((one) => this.read(one))
  }

  /** Where withdrawals stand without a minus, nothing says which of the others went out. */
  private endUnsigned(): ReadRow[] {
    const isUndirected = this.unsigned.some(isOut)
    return this.unsigned.splice(0).flatMap((one) => {
      if (!isUndirected || one.item.kind === 'payout') return this.read(one)
      one.cells.refuse('amount', 'noDirection')
      return this.rowAnswers.answer(one.cells, null)
    })
  }

  private read({ cells, item }: Read): readonly ReadRow[] {
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
    const unsigned = this.endUnsigned()
    const { moved, left } = this.unfinished.end()
    for (const { movement } of left) {
      const name = [movement.type, movement.status].filter(Boolean).join(' · ')
      this.unread.add({ kind: 'notMoved', name, cents: movement.amountCents, sample: movement.orderCode ?? '' })
    }
    const failed = sortFailed(left.filter(({ movement }) => isFailed(movement.status)))
    return [
      ...unsigned,
      ...moved.map(({ row }) => row),
      ...failed.map(({ movement, row }): ReadRow => {
        const { row: at, key } = row
        return { row: at, key, read: { type: 'wallet', item: asFailed(movement) } }
      }),
    ]
  }
}
