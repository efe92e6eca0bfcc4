import 'server-only'
import { Readable } from 'node:stream'
import { UserError } from '../errors'
import { logger } from '../logger'
import { toWebStream } from '../web-stream'

const AT_ONCE = 3
/** A reader who takes nothing for so long has gone. */
const SILENCE_MS = 120_000
/** However slowly it is read on, it ends then: whoever takes a little now and again keeps a place from the others. */
const LONGEST_MS = 15 * 60_000

type Reader = { organizationId: string; userId: string }
const underWay = new Set<Reader>()

/** One of the few places of this process for a long answer, one of each company and each person at a time; else `tooManyRequests`. */
export function takePlace({ organizationId, userId }: Reader): () => void {
  const isTaken = [...underWay].some((other) => other.organizationId === organizationId || other.userId === userId)
  if (isTaken || underWay.size >= AT_ONCE) throw new UserError('tooManyRequests')
  const place = { organizationId, userId }
  underWay.add(place)
  return () => void underWay.delete(place)
}

/** The parts as they are read, none ahead; `leave` once the last was, or nobody reads them any more. */
export function streamParts(parts: AsyncGenerator<string>, leave: () => void): ReadableStream<Uint8Array> {
  const source = Readable.from(watched(), { objectMode: false })
  const silence = setTimeout(() => source.destroy(new Error('nobody reads it')), SILENCE_MS).unref()
  const end = setTimeout(() => source.destroy(new Error('it is read too slowly')), LONGEST_MS).unref()
  source.once('close', () => {
    clearTimeout(silence)
    clearTimeout(end)
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
