import { createHash } from 'node:crypto'
import { Transform, type Readable } from 'node:stream'
import { FileStoreError } from '../errors'
import type { KeptFile } from './file-store'

/** The bytes and the checksum of what a stream brings. */
export async function sumOf(source: Readable): Promise<{ bytes: bigint; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0n
  for await (const chunk of source as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += BigInt(chunk.length)
  }
  return { bytes, sha256: hash.digest('hex') }
}

/**
 * Lets a stored file through as it was recorded. Its last piece waits until the checksum is known, so that a reader of
 * a changed file never comes to its end.
 */
export function checked({ place, bytes, sha256 }: KeptFile): Transform {
  const hash = createHash('sha256')
  let read = 0n
  let held: Buffer | null = null
  return new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      read += BigInt(chunk.length)
      const before = held
      held = chunk
      done(null, before)
    },
    flush(done) {
      const isSame = read === bytes && hash.digest().equals(sha256)
      if (isSame) return done(null, held)
      done(new FileStoreError('damaged', place, { said: `${read} of ${bytes} bytes` }))
    },
  })
}
