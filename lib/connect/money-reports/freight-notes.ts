import type { UnreadList } from '@/lib/core/sheets/unread'
import type { FreightNote } from './income-rows'

type Note = FreightNote & { chargedCents: bigint | null }

/**
 * Why an order's freight is not what was expected, by the sheet that tells of it: told with the order's income row. Of two rows of an order one holds
 * whatever their order, and the other is a repeat; what no income row takes is told at the end.
 */
export class FreightNotes {
  private readonly notes = new Map<string, Note & { isTaken: boolean }>()
  private place: string | undefined

  /** False for a second row of an order. */
  add(code: string, note: Note, place: string | undefined): boolean {
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

  tellLeft(unread: UnreadList): void {
    for (const [code, { isTaken, chargedCents }] of this.notes)
      if (!isTaken) unread.add({ kind: 'row', name: code, place: this.place, cents: chargedCents })
    this.notes.clear()
  }
}

const textOf = ({ expectedCents, chargedCents, reason }: Note) =>
  JSON.stringify([reason, `${expectedCents}`, `${chargedCents}`])
