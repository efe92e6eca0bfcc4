import { createReadStream } from 'node:fs'
import { createInflateRaw } from 'node:zlib'
import { SheetRefused } from './refusal'
import type { ZipEntry } from './zip-directory'

/**
 * The unpacked bytes of one entry, at the offset in the central directory. The output is compared with the directory's
 * length: one byte more than declared and the file is refused.
 */
export async function* unpackEntry(path: string, entry: ZipEntry): AsyncGenerator<Buffer> {
  if (entry.packedBytes === 0) return
  const raw = createReadStream(path, {
    start: entry.dataOffset,
    end: entry.dataOffset + entry.packedBytes - 1,
    highWaterMark: 256 * 1024,
  })
  const inflated = entry.method === 8 ? createInflateRaw({ chunkSize: 64 * 1024 }) : null
  raw.once('error', (error) => inflated?.destroy(error))
  const source: AsyncIterable<Buffer> = inflated ? raw.pipe(inflated) : raw
  let bytes = 0
  try {
    for await (const chunk of source) {
      bytes += chunk.length
      if (bytes > entry.unpackedBytes) throw new SheetRefused('importUnsafe')
      yield chunk
    }
  } catch (error) {
    if (error instanceof SheetRefused) throw error
    throw new SheetRefused('importDamaged')
  } finally {
    raw.destroy()
    inflated?.destroy()
  }
  if (bytes !== entry.unpackedBytes) throw new SheetRefused('importDamaged')
}
