import { parentPort } from 'node:worker_threads'
import { SheetRefused } from '@/lib/core/sheets/refusal'
import { readOnRequest } from '@/lib/core/sheets/thread-port'

let readings = 0

/** Sends twice how many readings there were in this thread. */
if (parentPort)
  readOnRequest<{ isRefused?: boolean }>(parentPort, async ({ isRefused }, sendPart) => {
    readings += 1
    if (isRefused) throw new SheetRefused('importUnsafe')
    await sendPart(readings)
    await sendPart(readings)
  })
