import { Readable } from 'node:stream'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

export type ZipEntry = { name: string; content: AsyncIterable<Buffer | string> }

const LOCAL = 0x04034b50
const DESCRIPTOR = 0x08074b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const END_64 = 0x06064b50
const LOCATOR_64 = 0x07064b50
/** Sizes follow the data, since nothing is known of them before; names are UTF-8. */
const FLAGS = 0x0808
const DEFLATE = 8
const VERSION = 45
const MAX_16 = 0xffff
/** Midnight of 1 January 1980: the same contents make the same bytes. */
const DOS_DATE = 0x21

/**
 * A ZIP as a stream, packed entry by entry while it is read: in memory stand a piece of one entry and the directory's lines.
 * No entry and no archive may reach 4 GB; the number of entries has no limit.
 */
export const zipOf = (entries: AsyncIterable<ZipEntry>): Readable =>
  Readable.from(zipParts(entries), { objectMode: false })

type Packed = { crc: number; packed: number; bytes: number }

async function* zipParts(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let at = 0
  for await (const { name, content } of entries) {
    const named = Buffer.from(name)
    const header = Buffer.alloc(30)
    header.writeUInt32LE(LOCAL, 0)
    writeCommon(header, 4)
    header.writeUInt16LE(named.length, 26)
    yield Buffer.concat([header, named])
    const sums: Packed = { crc: 0, packed: 0, bytes: 0 }
    for await (const part of deflate(content, sums)) yield part
    yield descriptorOf(sums)
    directory.push(Buffer.concat([centralOf(sums, named.length, at), named]))
    at += header.length + named.length + sums.packed + 16
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  yield* directory
  if (directory.length >= MAX_16) yield end64Of(directory.length, size, at)
  yield endOf(Math.min(directory.length, MAX_16), size, at)
}

async function* deflate(content: ZipEntry['content'], sums: Packed): AsyncGenerator<Buffer> {
  const read = async function* () {
    for await (const part of content) {
      const chunk = typeof part === 'string' ? Buffer.from(part) : part
      sums.crc = crc32(chunk, sums.crc)
      sums.bytes += chunk.length
      yield chunk
    }
  }
  const source = Readable.from(read(), { objectMode: false })
  const packer = createDeflateRaw({ level: constants.Z_DEFAULT_COMPRESSION })
  source.on('error', (error) => packer.destroy(error))
  for await (const chunk of source.pipe(packer)) {
    const part = chunk as Buffer
    sums.packed += part.length
    yield part
  }
}

/** Version, flags, method and time stand alike in both headers. */
function writeCommon(header: Buffer, offset: number) {
  header.writeUInt16LE(VERSION, offset)
  header.writeUInt16LE(FLAGS, offset + 2)
  header.writeUInt16LE(DEFLATE, offset + 4)
  header.writeUInt16LE(DOS_DATE, offset + 8)
}

function descriptorOf({ crc, packed, bytes }: Packed): Buffer {
  const descriptor = Buffer.alloc(16)
  descriptor.writeUInt32LE(DESCRIPTOR, 0)
  descriptor.writeUInt32LE(crc, 4)
  descriptor.writeUInt32LE(packed, 8)
  descriptor.writeUInt32LE(bytes, 12)
  return descriptor
}

function centralOf({ crc, packed, bytes }: Packed, nameLength: number, at: number): Buffer {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(CENTRAL, 0)
  entry.writeUInt16LE(VERSION, 4)
  writeCommon(entry, 6)
  entry.writeUInt32LE(crc, 16)
  entry.writeUInt32LE(packed, 20)
  entry.writeUInt32LE(bytes, 24)
  entry.writeUInt16LE(nameLength, 28)
  entry.writeUInt32LE(at, 42)
  return entry
}

function end64Of(count: number, size: number, at: number): Buffer {
  const end = Buffer.alloc(76)
  end.writeUInt32LE(END_64, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(VERSION, 12)
  end.writeUInt16LE(VERSION, 14)
  end.writeBigUInt64LE(BigInt(count), 24)
  end.writeBigUInt64LE(BigInt(count), 32)
  end.writeBigUInt64LE(BigInt(size), 40)
  end.writeBigUInt64LE(BigInt(at), 48)
  end.writeUInt32LE(LOCATOR_64, 56)
  end.writeBigUInt64LE(BigInt(at + size), 64)
  end.writeUInt32LE(1, 72)
  return end
}

function endOf(count: number, size: number, at: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(END, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  return end
}
