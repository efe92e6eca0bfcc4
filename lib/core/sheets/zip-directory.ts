import { open, type FileHandle } from 'node:fs/promises'
import { isOldWorkbook } from './compound-file'
import { SheetRefused } from './refusal'

export const sheetLimits = {
  fileBytes: 50 * 1024 * 1024,
  unpackedBytes: 600 * 1024 * 1024,
  // A list with a picture of each product has an entry for each; pictures are not unpacked.
  entries: 2_000,
  ratio: 100,
  rows: 200_000,
} as const

/** `ratio`: how many times its packed size an entry may unpack to. */
export type ZipLimits = { fileBytes: number; unpackedBytes: number; entries: number; ratio: number }

export type ZipEntry = { name: string; method: 0 | 8; dataOffset: number; packedBytes: number; unpackedBytes: number }

const localSignature = 0x04034b50
const centralSignature = 0x02014b50
const endSignature = 0x06054b50
const endBytes = 22
const localBytes = 30
const centralBytes = 46
const zip64Marker = 0xffffffff
// A few hundred bytes of repeated text legitimately pack better than 100 to 1 and cost nothing.
const ratioFloorBytes = 64 * 1024

/** Reads and judges a zip's central directory without unpacking a byte; throws SheetRefused for what must not be opened. */
export async function readZipDirectory(file: FileHandle, limits: ZipLimits = sheetLimits): Promise<ZipEntry[]> {
  const { size } = await file.stat()
  if (size === 0) throw new SheetRefused('importFileEmpty')
  if (size > limits.fileBytes) {
    throw new SheetRefused('importFileTooLarge', { megabytes: limits.fileBytes / 1024 / 1024 })
  }
  const head = await readAt(file, 0, Math.min(8, size))
  if (head.length >= 8 && head.readUInt32BE(0) === 0xd0cf11e0)
    throw new SheetRefused((await isOldWorkbook(file)) ? 'importOldExcel' : 'importProtected')
  if (head.length < 4 || head.readUInt32LE(0) !== localSignature) throw new SheetRefused('importNotSpreadsheet')
  const { count, offset, end } = await findEnd(file, size)
  if (count > limits.entries) throw new SheetRefused('importUnsafe')
  const entries = await readCentral(file, { count, offset, end }, limits)
  await refuseOverlaps(file, entries, offset)
  return entries
}

export async function listEntries(path: string): Promise<ZipEntry[]> {
  const file = await open(path, 'r')
  try {
    return await readZipDirectory(file)
  } finally {
    await file.close()
  }
}

export const isWorkbook = (entries: readonly ZipEntry[]): boolean =>
  entries.some(({ name }) => /(^|[\\/])workbook\.xml$/i.test(name))

export async function inspectSheetFile(path: string): Promise<ZipEntry[]> {
  const entries = await listEntries(path)
  if (!isWorkbook(entries)) throw new SheetRefused('importNotSpreadsheet')
  return entries
}

async function findEnd(file: FileHandle, size: number) {
  const tailBytes = Math.min(size, endBytes + 0xffff)
  const tail = await readAt(file, size - tailBytes, tailBytes)
  for (let at = tail.length - endBytes; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== endSignature) continue
    if (at + endBytes + tail.readUInt16LE(at + 20) !== tail.length) continue
    const count = tail.readUInt16LE(at + 10)
    const bytes = tail.readUInt32LE(at + 12)
    const offset = tail.readUInt32LE(at + 16)
    const end = size - tail.length + at
    if (count === 0xffff || offset === zip64Marker || offset + bytes > end) throw new SheetRefused('importUnsafe')
    return { count, offset, end }
  }
  throw new SheetRefused('importDamaged')
}

type Central = { count: number; offset: number; end: number }

async function readCentral(file: FileHandle, { count, offset, end }: Central, limits: ZipLimits): Promise<ZipEntry[]> {
  // Entries with the longest names and extras would take 130 kB each: a directory over 1 MB is no spreadsheet's.
  if (end - offset > 1024 * 1024) throw new SheetRefused('importUnsafe')
  const directory = await readAt(file, offset, end - offset)
  const entries: ZipEntry[] = []
  const names = new Set<string>()
  let at = 0
  let unpacked = 0
  for (let index = 0; index < count; index += 1) {
    if (at + centralBytes > directory.length || directory.readUInt32LE(at) !== centralSignature) {
      throw new SheetRefused('importDamaged')
    }
    const flags = directory.readUInt16LE(at + 8)
    const method = directory.readUInt16LE(at + 10)
    const nameBytes = directory.readUInt16LE(at + 28)
    const extraBytes = directory.readUInt16LE(at + 30)
    const name = directory.toString('utf8', at + centralBytes, at + centralBytes + nameBytes)
    const extra = directory.subarray(at + centralBytes + nameBytes, at + centralBytes + nameBytes + extraBytes)
    const [unpackedBytes, packedBytes, dataOffset] = wholeNumbers(
      [directory.readUInt32LE(at + 24), directory.readUInt32LE(at + 20), directory.readUInt32LE(at + 42)],
      extra,
    )
    at += centralBytes + nameBytes + extraBytes + directory.readUInt16LE(at + 32)
    if (flags & 1) throw new SheetRefused('importProtected')
    if (method !== 0 && method !== 8) throw new SheetRefused('importUnsafe')
    if (names.has(name)) throw new SheetRefused('importUnsafe')
    unpacked += unpackedBytes
    const bomb = unpackedBytes > ratioFloorBytes && unpackedBytes > packedBytes * limits.ratio
    if (bomb || unpacked > limits.unpackedBytes) throw new SheetRefused('importUnsafe')
    if (method === 0 && packedBytes !== unpackedBytes) throw new SheetRefused('importUnsafe')
    names.add(name)
    entries.push({ name, method, dataOffset, packedBytes, unpackedBytes })
  }
  return entries
}

/**
 * Some programs write every entry as one of 64 bits, however small (.NET's NPOI, Java's commons-compress): a number of 32 bits that is full stands in the
 * extra field 0x0001, in this order. A number beyond the limits is refused like any other.
 */
function wholeNumbers(numbers: [number, number, number], extra: Buffer): [number, number, number] {
  if (!numbers.includes(zip64Marker)) return numbers
  let field: Buffer | null = null
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === 1) field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2))
  let read = 0
  return numbers.map((number) => {
    if (number !== zip64Marker) return number
    if (!field || read + 8 > field.length) throw new SheetRefused('importUnsafe')
    const whole = field.readBigUInt64LE(read)
    read += 8
    if (whole >= BigInt(zip64Marker)) throw new SheetRefused('importUnsafe')
    return Number(whole)
  }) as [number, number, number]
}

/** Overlapping entries unpack the same bytes many times over; the local headers say where each one's data really lies. */
async function refuseOverlaps(file: FileHandle, entries: ZipEntry[], directoryOffset: number): Promise<void> {
  const inOrder = [...entries].sort((a, b) => a.dataOffset - b.dataOffset)
  let free = 0
  for (const entry of inOrder) {
    if (entry.dataOffset < free) throw new SheetRefused('importUnsafe')
    const header = await readAt(file, entry.dataOffset, localBytes)
    if (header.length < localBytes || header.readUInt32LE(0) !== localSignature) throw new SheetRefused('importDamaged')
    entry.dataOffset += localBytes + header.readUInt16LE(26) + header.readUInt16LE(28)
    free = entry.dataOffset + entry.packedBytes
    if (free > directoryOffset) throw new SheetRefused('importUnsafe')
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  return buffer.subarray(0, bytesRead)
}
