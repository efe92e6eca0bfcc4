import { parentPort } from 'node:worker_threads'
import { sizeOf } from './row-size'
import type { SheetRow } from './sheet-reader'
import { readTable } from './table-reader'
import { readOnRequest, type SendPart } from './thread-port'

type Data = {
  path: string
  preferredSheet: string
  sheets?: readonly string[]
  all?: boolean
  maxRows: number
  batchRows: number
}
const batchCharacters = 4_000_000

if (parentPort) readOnRequest(parentPort, readRows)

async function readRows({ path, preferredSheet, sheets, all, maxRows, batchRows }: Data, sendPart: SendPart) {
  const rows: SheetRow[] = []
  let waiting = 0
  // Sent values are copied, cells of one shared text once each.
  const takeBatch = () => {
    let characters = 0
    const end = rows.findIndex((row, at) => at >= batchRows || (characters += sizeOf(row)) > batchCharacters)
    return rows.splice(0, end === -1 ? rows.length : Math.max(end, 1))
  }
  const send = async (progress: number) => {
    waiting = 0
    while (rows.length > 0) await sendPart({ rows: takeBatch(), progress })
  }
  const take = (row: SheetRow) => {
    waiting += sizeOf(row)
    rows.push(row)
  }
  const pause = (progress: number) =>
    rows.length >= batchRows || waiting > batchCharacters ? send(progress) : undefined
  const options = { preferredSheet, ...(sheets && { sheets }), ...(all && { all }), maxRows, pause }
  await readTable(path, take, options)
  await send(1)
}
