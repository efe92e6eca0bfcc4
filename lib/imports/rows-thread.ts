import { parentPort, workerData } from 'node:worker_threads'
import { SheetRefused } from './refusal'
import type { SheetRow } from './sheet-reader'
import { readTable } from './table-reader'

type Data = { path: string; preferredSheet: string; maxRows: number; batchRows: number }
const { path, preferredSheet, maxRows, batchRows } = workerData as Data
const port = parentPort

if (port) {
  let resume = () => {}
  port.on('message', () => resume())
  let rows: SheetRow[] = []
  const send = async (progress: number) => {
    const batch = { rows, progress }
    rows = []
    const taken = new Promise<void>((resolve) => (resume = resolve))
    port.postMessage({ batch })
    await taken
  }
  const pause = (progress: number) => (rows.length >= batchRows ? send(progress) : undefined)
  readTable(path, (row) => void rows.push(row), { preferredSheet, maxRows, pause })
    .then(() => (rows.length > 0 ? send(1) : undefined))
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
