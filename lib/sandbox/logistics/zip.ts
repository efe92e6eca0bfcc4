import { crc32 } from 'node:zlib'

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
/** 1 January 1980, where the format's time begins. */
const DOS_DATE = 0x21

/** An archive of one file, stored as it is: a PDF does not get smaller. */
export function zipOf(name: string, content: Uint8Array): Buffer {
  const nameBytes = Buffer.from(name, 'ascii')
  // Version, flags, method, time, date, checksum, both sizes, length of the name, no extra field.
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(DOS_DATE, 8)
  common.writeUInt32LE(crc32(content), 10)
  common.writeUInt32LE(content.length, 14)
  common.writeUInt32LE(content.length, 18)
  common.writeUInt16LE(nameBytes.length, 22)
  const local = Buffer.concat([signature(LOCAL), common, nameBytes, content])
  const central = Buffer.concat([signature(CENTRAL), Buffer.from([20, 0]), common, Buffer.alloc(14), nameBytes])
  const end = Buffer.alloc(18)
  end.writeUInt16LE(1, 4)
  end.writeUInt16LE(1, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(local.length, 12)
  return Buffer.concat([local, central, signature(END), end])
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
