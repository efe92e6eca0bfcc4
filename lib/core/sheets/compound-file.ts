import type { FileHandle } from 'node:fs/promises'

const headerBytes = 512
const noSector = 0xfffffff0

/** Whether a compound file is a workbook of the old Excel, and not a newer one under a password: by the names of its streams in the first sector of its directory. */
export async function isOldWorkbook(file: FileHandle): Promise<boolean> {
  const header = await readAt(file, 0, headerBytes)
  if (header.length < headerBytes) return false
  const [shift, first] = [header.readUInt16LE(30), header.readUInt32LE(48)]
  if ((shift !== 9 && shift !== 12) || first >= noSector) return false
  const names = (await readAt(file, (first + 1) * 2 ** shift, 2 ** shift)).toString('utf16le')
  return /(^|\0)(Work)?[Bb]ook\0/.test(names) && !names.includes('EncryptedPackage')
}

async function readAt(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes)
  const { bytesRead } = await file.read(buffer, 0, bytes, at)
  return buffer.subarray(0, bytesRead)
}
