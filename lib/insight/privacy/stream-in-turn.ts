import 'server-only'
import { Readable } from 'node:stream'
import { UserError } from '@/lib/core/errors'
import { logger } from '@/lib/core/logging/logger'
import { toWebStream } from '@/lib/core/http/web-stream'

const AT_ONCE = 3
/** A reader who takes nothing for so long has gone. */
const SILENCE_MS = 120_000
/** With any reader it ends then: a slow one keeps the place from the others. */
const LONGEST_MS = 15 * 60_000

/** Where all places are taken, who let us wait so long in all for the next so many bytes to be taken gives theirs up. */
const TURN_MS = 30_000
const TURN_BYTES = 1_000_000

type Reader = { organizationId: string; userId: string }
type Place = Reader & {
  leave: () => void
  /** Breaks off what is read from the place. */
  end: () => void
  /** From then on it may be ended; never while a part is being made, for which its reader cannot help. */
  lateFrom: number
}
const underWay = new Set<Place>()

/**
 * One of the few places of this process for a long answer, one of each company and each person at a time; else `buyerFileUnderWay`.
 * Where all are taken, the slowest reader of those who are late loses theirs; where none is late, `tooManyRequests`.
 */
export function takePlace({ organizationId, userId }: Reader): Place {
  const others = [...underWay]
  if (others.some((other) => other.organizationId === organizationId || other.userId === userId))
    throw new UserError('buyerFileUnderWay')
  if (others.length >= AT_ONCE) {
    const slowest = others.reduce((one, other) => (other.lateFrom < one.lateFrom ? other : one))
    if (slowest.lateFrom > Date.now()) throw new UserError('tooManyRequests')
    slowest.end()
  }
  const leave = () => void underWay.delete(place)
  const place: Place = { organizationId, userId, leave, end: leave, lateFrom: Infinity }
  underWay.add(place)
  return place
}

/** The parts as they are read, none ahead; the place is freed once the last was, or the reader is gone. */
export function streamParts(parts: AsyncGenerator<string>, place: Place): ReadableStream<Uint8Array> {
  const source = Readable.from(watched(), { objectMode: false })
  const breakOff = (why: string) => source.destroy(new Error(why))
  const silence = setTimeout(() => breakOff('its reader is gone'), SILENCE_MS).unref()
  const end = setTimeout(() => breakOff('it is read too slowly'), LONGEST_MS).unref()
  place.end = () => {
    place.leave()
    breakOff('it is read too slowly, and others wait')
  }
  source.once('close', () => {
    clearTimeout(silence)
    clearTimeout(end)
    place.leave()
  })
  return toWebStream(source)

  async function* watched() {
    let [waitedMs, taken] = [0, 0]
    try {
      for await (const part of parts) {
        silence.refresh()
        const handedAt = Date.now()
        place.lateFrom = handedAt + TURN_MS - waitedMs
        yield part
        place.lateFrom = Infinity
        waitedMs += Date.now() - handedAt
        taken += part.length
        if (taken >= TURN_BYTES) [waitedMs, taken] = [0, 0]
      }
      place.lateFrom = Date.now() + TURN_MS - waitedMs
    } catch (error) {
      logger().error({ err: error }, 'a long answer broke off')
      throw error
    }
  }
}
