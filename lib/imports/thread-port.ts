import type { MessagePort } from 'node:worker_threads'
import { SheetRefused } from './refusal'

/** So many parts are on their way at once: the next one is read while this one is worked off. */
const partsAhead = 2

/** Sends a part to whoever reads in this thread, who says of each when it is done with it. */
export function partSender(port: MessagePort): (batch: unknown) => Promise<void> {
  let underway = 0
  let resume = () => {}
  port.on('message', () => {
    underway -= 1
    resume()
  })
  return (batch) => {
    underway += 1
    port.postMessage({ batch })
    return underway < partsAhead ? Promise.resolve() : new Promise<void>((resolve) => (resume = resolve))
  }
}

/** Tells how the reading ended: whole, refused for a reason of the file's, or failed. */
export function tellEnd(port: MessagePort, reading: Promise<unknown>): void {
  void reading
    .then(
      () => ({ end: true }),
      (error: unknown) =>
        error instanceof SheetRefused
          ? { refused: { code: error.code, values: error.values } }
          : { failed: String(error) },
    )
    .then((end) => {
      port.postMessage(end)
      port.close()
    })
}
