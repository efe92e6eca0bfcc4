import { randomBytes, randomInt } from 'node:crypto'

let last = { at: 0, count: 0 }

/**
 * UUID version 7 (RFC 9562): 48 bits of Unix milliseconds, 12 bits that count within one (its section 6.2, method 1),
 * then randomness. Ids that one process makes later sort later; between processes the clock alone decides.
 */
export function newId(): string {
  const { at, count } = nextPlace(Date.now())
  return idAt(at, count)
}

/** The same for a given moment, without an order within its millisecond. */
export const idAt = (at: number, count = randomInt(0x1000)): string => {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(at, 0, 6)
  bytes.writeUInt16BE(0x7000 | count, 6)
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** A clock set back, and a count that is full, go on from the last place. */
function nextPlace(now: number) {
  if (now > last.at) last = { at: now, count: randomInt(0x800) }
  else if (last.count < 0xfff) last = { at: last.at, count: last.count + 1 }
  else last = { at: last.at + 1, count: randomInt(0x800) }
  return last
}
