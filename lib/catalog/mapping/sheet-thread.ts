import { parentPort } from 'node:worker_threads'
import { SheetRefused, type RefusalCode } from '@/lib/core/sheets/refusal'
import { readSheet } from '@/lib/core/sheets/sheet-reader'
import { findColumns, readLine, type SheetColumn, type SheetLine } from './sheet'

export type SheetQuestion = { path: string; maxLines: number }
export type SheetAnswer = { lines: SheetLine[] } | { refused: RefusalCode }

async function read({ path, maxLines }: SheetQuestion): Promise<SheetLine[]> {
  const lines: SheetLine[] = []
  let columns: Map<SheetColumn, number> | null = null
  await readSheet(
    path,
    ({ number, cells }) => {
      if (!columns) {
        columns = findColumns(cells)
        if (!columns) throw new SheetRefused('importColumnsMissing')
        return
      }
      const line = readLine(number, cells, columns)
      if (line) lines.push(line)
      if (lines.length > maxLines) throw new SheetRefused('importTooManyRows', { rows: maxLines })
    },
    { preferredSheet: 'mapeamento' },
  )
  if (lines.length === 0) throw new SheetRefused('importNoRows')
  return lines
}

const answer = (question: SheetQuestion): Promise<SheetAnswer> =>
  read(question).then(
    (lines) => ({ lines }),
    (error: unknown) => {
      if (error instanceof SheetRefused) return { refused: error.code }
      throw error
    },
  )

parentPort?.on('message', (question: SheetQuestion) => {
  void answer(question).then((answered) => parentPort?.postMessage(answered))
})
