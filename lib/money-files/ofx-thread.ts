import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { partSender, tellEnd } from '../imports/thread-port'
import { decodeOfx, parseOfx, type OfxBatch } from './ofx'

const { path, batchRows } = workerData as { path: string; batchRows: number }
const port = parentPort

/** What a statement says, in parts that the reader takes one after the other; a statement without rows is one part. */
async function* partsOf(): AsyncGenerator<OfxBatch> {
  const { entries, problems, ...account } = parseOfx(decodeOfx(await readFile(path)))
  // Of what left the account nothing is asked, and much of it is other people's.
  const came = entries.filter(({ amountCents }) => amountCents > 0n)
  const leftOut = entries.length - came.length
  const rows = [...came, ...problems].toSorted((a, b) => a.row - b.row)
  for (let at = 0; at === 0 || at < rows.length; at += batchRows)
    yield {
      account,
      leftOut,
      rows: rows.slice(at, at + batchRows),
      progress: Math.min(1, (at + batchRows) / rows.length),
    }
}

if (port) {
  const send = partSender(port)
  const sendAll = async () => {
    for await (const part of partsOf()) await send(part)
  }
  tellEnd(port, sendAll())
}
