import type { UnreadList } from '@/lib/core/sheets/unread'
import { freightColumns } from './columns'
import type { GoodRow } from './file-facts'
import type { FreightNote } from './income-rows'
import type { FeeLine } from './items'

type Note = FreightNote & { chargedCents: bigint | null }

/**
 * The reason of an order's unexpected freight, by its own sheet: reported with the order's income row. One of two rows
 * of an order holds in any order, and the other is a repeat; a note without an income row in the file is kept beside the order.
 */
export class FreightNotes {
  private readonly notes = new Map<string, Note & { row: number; isTaken: boolean }>()
  private place: string | undefined

  /** False for a second row of an order. */
  add(code: string, note: Note & { row: number }, place: string | undefined): boolean {
    this.place = place
    const before = this.notes.get(code)
    if (!before || textOf(note) > textOf(before)) this.notes.set(code, { ...note, isTaken: false })
    return !before
  }

  get(code: string): FreightNote | undefined {
    const note = this.notes.get(code)
    if (note) note.isTaken = true
    return note
  }

  /** Those of no income row; a row that says nothing of its order is reported. */
  takeLeft(unread: UnreadList): GoodRow[] {
    const left = [...this.notes].filter(([, { isTaken }]) => !isTaken)
    this.notes.clear()
    return left.flatMap(([code, note]) => {
      const fees = linesOf(note)
      if (fees.length === 0) unread.add({ kind: 'row', name: code, place: this.place })
      const item = { code, report: 'freight', fees, saidCents: null } as const
      return fees.length === 0 ? [] : [{ row: note.row, key: code, read: { type: 'fees', item } as const }]
    })
  }
}

/** Charged last: it is the amount that the row is about. */
function linesOf({ expectedCents, chargedCents, reason }: Note): FeeLine[] {
  const line = (key: 'expected' | 'charged', amount: bigint | null): FeeLine[] =>
    amount === null ? [] : [{ key, name: freightColumns[key][0], amount, state: key === 'charged' ? reason : null }]
  const lines = [...line('expected', expectedCents), ...line('charged', chargedCents)]
  return lines.length > 0 || reason === null ? lines : line('charged', 0n)
}

const textOf = ({ expectedCents, chargedCents, reason }: Note) =>
  JSON.stringify([reason, `${expectedCents}`, `${chargedCents}`])
