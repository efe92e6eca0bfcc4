import { maskMemo } from '@/lib/money/bank/mask-memo'
import type { UnreadList } from '@/lib/core/sheets/unread'
import type { ReadRow } from './file-facts'
import type { MoneyItem } from './items'
import type { RowCells } from './row-cells'

const nothing: readonly ReadRow[] = []

/** The result of a row, and its parts not understood. */
export class RowAnswers {
  sheet: string | undefined

  constructor(private readonly unread: UnreadList) {}

  answer<F extends string>(cells: RowCells<F>, read: MoneyItem | null): readonly ReadRow[] {
    const code = cells.has('code' as F) ? (cells.note('code' as F, 40) ?? '') : ''
    const at = { row: cells.row.number, key: code }
    if (!read) return [{ ...at, problems: [...cells.problems, ...cells.odd] }]
    this.odd(cells.odd)
    return [{ ...at, read }]
  }

  odd(odd: RowCells<string>['odd']) {
    for (const { column, cell, value } of odd)
      this.unread.add({ kind: 'cell', name: column, place: this.sheet, sample: maskMemo(`${cell}: ${value}`) })
  }

  twice(name: string, cents: bigint | null): readonly ReadRow[] {
    this.unread.add({ kind: 'repeat', name, place: this.sheet, cents })
    return nothing
  }

  word<F extends string>(name: string, cells: RowCells<F>, field: F, cents: bigint | null) {
    this.unread.add({ kind: 'word', name: maskMemo(name), place: cells.headingOf(field), cents })
  }
}
