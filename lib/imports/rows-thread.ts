import { parentPort, workerData } from 'node:worker_threads'
import { SheetRefused } from './refusal'
import { sizeOf } from './row-size'
import type { SheetRow } from './sheet-reader'
import { readTable } from './table-reader'

type Data = { path: string; preferredSheet: string; maxRows: number; batchRows: number }
const { path, preferredSheet, maxRows, batchRows } = workerData as Data
const port = parentPort
const batchCharacters = 4_000_000

if (port) {
  let resume = () => {}
  port.on('message', () => resume())
  const rows: SheetRow[] = []
  // What is sent is copied, cells of one shared text once each.
  const takeBatch = () => {
    let characters = 0
    const end = rows.findIndex((row, at) => at >= batchRows || (characters += sizeOf(row)) > batchCharacters)
    return rows.splice(0, end === -1 ? rows.length : Math.max(end, 1))
  }
  const send = async (progress: number) => {
    while (rows.length > 0) {
      const taken = new Promise<void>((resolve) => (resume = resolve))
      port.postMessage({ batch: { rows: takeBatch(), progress } })
      await taken
    }
  }
  const pause = (progress: number) => (rows.length >= batchRows ? send(progress) : undefined)
  readTable(path, (row) => void rows.push(row), { preferredSheet, maxRows, pause })
    .then(() => send(1))
    .then(
      () => {
        port.postMessage({ end: true })
        port.close()
      },
      (error: unknown) => {
        const refused = error instanceof SheetRefused
        port.postMessage(refused ? { refused: { code: error.code, values: error.values } } : { failed: String(error) })
        port.close()
      },
    )
}
