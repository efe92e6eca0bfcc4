import { deflateRawSync } from 'node:zlib'

/** A zip put together by hand, so that it can lie: sizes, offsets and flags are whatever a test says. */
export type ZipPart = {
  name: string
  content: string | Buffer
  stored?: boolean
  flags?: number
  claimedBytes?: number
  /** Says that its data lie where another part's do. */
  overlaps?: number
  /** Its sizes stand in an extra field of 64 bits: these ones, or the true ones. */
  zip64?: true | { unpackedBytes: bigint } | { fieldBytes: number }
}

/** The field 0x0001 with both sizes. */
function sizesField({ zip64, content }: ZipPart, packedBytes: number): Buffer {
  if (!zip64) return Buffer.alloc(0)
  const field = Buffer.alloc(20)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(16, 2)
  const claimed = typeof zip64 === 'object' && 'unpackedBytes' in zip64 ? zip64.unpackedBytes : null
  field.writeBigUInt64LE(claimed ?? BigInt(Buffer.byteLength(content)), 4)
  field.writeBigUInt64LE(BigInt(packedBytes), 12)
  return typeof zip64 === 'object' && 'fieldBytes' in zip64 ? field.subarray(0, zip64.fieldBytes) : field
}
const FULL = 0xffffffff

export function makeZip(
  parts: ZipPart[],
  { comment = '', claimedCount }: { comment?: string; claimedCount?: number } = {},
) {
  const chunks: Buffer[] = []
  const offsets: number[] = []
  let at = 0
  const packed = parts.map(({ content, stored }) =>
    stored ? Buffer.from(content) : deflateRawSync(Buffer.from(content)),
  )
  parts.forEach((part, index) => {
    offsets.push(part.overlaps === undefined ? at : offsets[part.overlaps]!)
    const name = Buffer.from(part.name)
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04034b50, 0)
    header.writeUInt16LE(part.flags ?? 0, 6)
    header.writeUInt16LE(part.stored ? 0 : 8, 8)
    const extra = sizesField(part, packed[index]!.length)
    header.writeUInt32LE(part.zip64 ? FULL : packed[index]!.length, 18)
    header.writeUInt32LE(part.zip64 ? FULL : (part.claimedBytes ?? Buffer.byteLength(part.content)), 22)
    header.writeUInt16LE(name.length, 26)
    header.writeUInt16LE(extra.length, 28)
    chunks.push(header, name, extra, packed[index]!)
    at += header.length + name.length + extra.length + packed[index]!.length
  })
  const directoryAt = at
  parts.forEach((part, index) => {
    const name = Buffer.from(part.name)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(part.flags ?? 0, 8)
    entry.writeUInt16LE(part.stored ? 0 : 8, 10)
    const extra = sizesField(part, packed[index]!.length)
    entry.writeUInt32LE(part.zip64 ? FULL : packed[index]!.length, 20)
    entry.writeUInt32LE(part.zip64 ? FULL : (part.claimedBytes ?? Buffer.byteLength(part.content)), 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt16LE(extra.length, 30)
    entry.writeUInt32LE(offsets[index]!, 42)
    chunks.push(entry, name, extra)
    at += entry.length + name.length + extra.length
  })
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(claimedCount ?? parts.length, 8)
  end.writeUInt16LE(claimedCount ?? parts.length, 10)
  end.writeUInt32LE(at - directoryAt, 12)
  end.writeUInt32LE(directoryAt, 16)
  end.writeUInt16LE(Buffer.byteLength(comment), 20)
  return Buffer.concat([...chunks, end, Buffer.from(comment)])
}

const relations =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>'
const workbook =
  '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="orders" sheetId="1" r:id="rId1"/></sheets></workbook>'

/** The parts of a workbook around this sheet. */
export const workbookParts = (sheet: string | Buffer, shared?: string | Buffer): ZipPart[] => [
  { name: 'xl/workbook.xml', content: workbook },
  { name: 'xl/_rels/workbook.xml.rels', content: relations },
  ...(shared ? [{ name: 'xl/sharedStrings.xml', content: shared }] : []),
  { name: 'xl/worksheets/sheet1.xml', content: sheet },
]

export const sheetXml = (rows: string) => `<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`
