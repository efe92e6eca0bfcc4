import { parentPort, workerData } from 'node:worker_threads'
import { SheetRefused } from '../imports/refusal'
import { readSheet } from '../imports/sheet-reader'
import { findColumns, readLine, type SheetColumn, type SheetLine } from './sheet'

const { path, maxLines } = workerData as { path: string; maxLines: number }

async function read(): Promise<SheetLine[]> {
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

read().then(
  (lines) => parentPort?.postMessage({ lines }),
  (error: unknown) =>
    parentPort?.postMessage(error instanceof SheetRefused ? { refused: error.code } : { failed: String(error) }),
)
