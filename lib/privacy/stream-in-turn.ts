import 'server-only'
import { Readable } from 'node:stream'
import { UserError } from '../errors'
import { logger } from '../logger'
import { toWebStream } from '../web-stream'

const AT_ONCE = 3
/** A reader who takes nothing for so long has gone. */
const SILENCE_MS = 120_000

const underWay = new Set<string>()

/** One of the few places of this process for a long answer, and one of each person's at a time; else `tooManyRequests`. */
export function takePlace(person: string): () => void {
  if (underWay.has(person) || underWay.size >= AT_ONCE) throw new UserError('tooManyRequests')
  underWay.add(person)
  return () => void underWay.delete(person)
}

/** The parts as they are read, none ahead; `leave` once the last was, or nobody reads them any more. */
export function streamParts(parts: AsyncGenerator<string>, leave: () => void): ReadableStream<Uint8Array> {
  const source = Readable.from(watched(), { objectMode: false })
  const silence = setTimeout(() => source.destroy(new Error('nobody reads it')), SILENCE_MS).unref()
  source.once('close', () => {
    clearTimeout(silence)
    leave()
  })
  return toWebStream(source)

  async function* watched() {
    try {
      for await (const part of parts) {
        silence.refresh()
        yield part
      }
    } catch (error) {
      logger().error({ err: error }, 'a long answer broke off')
      throw error
    }
  }
}
