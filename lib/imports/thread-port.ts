import type { MessagePort } from 'node:worker_threads'
import { SheetRefused } from './refusal'

/** Sends a part to whoever reads in this thread, who asks for the next one once it is done with it. */
export function partSender(port: MessagePort): (batch: unknown) => Promise<void> {
  let resume = () => {}
  port.on('message', () => resume())
  return (batch) => {
    const taken = new Promise<void>((resolve) => (resume = resolve))
    port.postMessage({ batch })
    return taken
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
