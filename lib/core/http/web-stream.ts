import type { Readable } from 'node:stream'

/**
 * A body for an answer. Not Readable.toWeb: the rest of its source is written to the closed body from an event when the
 * reader goes away, and that error has no other handler than the process.
 */
export function toWebStream(source: Readable): ReadableStream<Uint8Array> {
  // The iterator reports errors, but listens only from the first read on.
  source.on('error', () => {})
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel() {
      source.destroy()
    },
  })
}
