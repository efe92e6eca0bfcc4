import type { Readable } from 'node:stream'

/**
 * A body for an answer. Not Readable.toWeb: what its source still holds when the reader goes away is handed to
 * the closed body from an event, and that error reaches nobody but the process.
 */
export function toWebStream(source: Readable): ReadableStream<Uint8Array> {
  // Told by the iterator, which listens only from the first read on.
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
