import { parentPort } from 'node:worker_threads'
import { ColumnWatch } from '@/lib/core/sheets/column-watch'
import { SheetRefused, type RefusalCode } from '@/lib/core/sheets/refusal'
import { readSheet } from '@/lib/core/sheets/sheet-reader'
import { UnreadList, type Unread } from '@/lib/core/sheets/unread'
import { findColumns, readLine, type SheetColumn, type SheetLine } from './sheet'

export type SheetQuestion = { path: string; maxLines: number }
/** `unread`: the columns that were not understood. */
export type ReadMapping = { lines: SheetLine[]; unread: Unread[] }
export type SheetAnswer = ReadMapping | { refused: RefusalCode }

async function read({ path, maxLines }: SheetQuestion): Promise<ReadMapping> {
  const lines: SheetLine[] = []
  const unread = new UnreadList()
  let columns: Map<SheetColumn, number> | null = null
  let watch: ColumnWatch | null = null
  await readSheet(
    path,
    (row) => {
      const { number, cells } = row
      if (!columns) {
        columns = findColumns(cells)
        if (!columns) throw new SheetRefused('importColumnsMissing')
        const headings = new Map([...cells].map(([at, { text }]) => [at, text]))
        watch = new ColumnWatch(headings, columns.values(), () => false, true)
        return
      }
      watch?.take(row)
      const line = readLine(number, cells, columns)
      if (line) lines.push(line)
      if (lines.length > maxLines) throw new SheetRefused('importTooManyRows', { rows: maxLines })
    },
    { preferredSheet: 'mapeamento' },
  )
  if (lines.length === 0) throw new SheetRefused('importNoRows')
  ;(watch as ColumnWatch | null)?.report(unread, undefined)
  return { lines, unread: unread.list() }
}

const answer = (question: SheetQuestion): Promise<SheetAnswer> =>
  read(question).then(
    (found) => found,
    (error: unknown) => {
      if (error instanceof SheetRefused) return { refused: error.code }
      throw error
    },
  )

parentPort?.on('message', (question: SheetQuestion) => {
  void answer(question).then((answered) => parentPort?.postMessage(answered))
})
