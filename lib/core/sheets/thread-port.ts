import type { MessagePort } from 'node:worker_threads'
import { SheetRefused } from './refusal'

/** Sends a part to the caller, and waits until there is room for another. */
export type SendPart = (batch: unknown) => Promise<void>

/** So many parts are on their way at once: the next one is read while this one is worked off. */
const partsAhead = 2

/** Reads in this thread what is asked for, one after the other, and says of each how the reading ended: whole, refused for a reason of the file's, or failed. */
export function readOnRequest<Data>(
  port: MessagePort,
  read: (data: Data, sendPart: SendPart) => Promise<unknown>,
): void {
  let underway = 0
  let resume = () => {}
  const sendPart: SendPart = (batch) => {
    underway += 1
    port.postMessage({ batch })
    return underway < partsAhead ? Promise.resolve() : new Promise<void>((resolve) => (resume = resolve))
  }
  // The reader acknowledges each part.
  port.on('message', (message: { read: Data } | 'next') => {
    if (message === 'next') {
      underway -= 1
      resume()
    } else void read(message.read, sendPart).then(reportEnd, reportFault)
  })
  const reportEnd = () => port.postMessage({ end: true })
  const reportFault = (error: unknown) =>
    port.postMessage(
      error instanceof SheetRefused
        ? { refused: { code: error.code, values: error.values } }
        : { failed: String(error) },
    )
}
