import type { UnreadList } from '@/lib/core/sheets/unread'
import type { FreightNote } from './income-rows'

type Note = FreightNote & { chargedCents: bigint | null }

/**
 * The reason of an order's unexpected freight, by its own sheet: reported with the order's income row. One of two rows
 * of an order holds in any order, and the other is a repeat; a note without an income row is reported at the end.
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

  reportLeft(unread: UnreadList): void {
    for (const [code, { isTaken, chargedCents }] of this.notes)
      if (!isTaken) unread.add({ kind: 'row', name: code, place: this.place, cents: chargedCents })
    this.notes.clear()
  }
}

const textOf = ({ expectedCents, chargedCents, reason }: Note) =>
  JSON.stringify([reason, `${expectedCents}`, `${chargedCents}`])
