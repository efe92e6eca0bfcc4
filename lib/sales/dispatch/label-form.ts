import 'server-only'
import { open, rm, writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { passingPath } from '@/lib/core/files/passing'
import { SheetRefused } from '@/lib/core/sheets/refusal'
import { readZipDirectory, type ZipLimits } from '@/lib/core/sheets/zip-directory'
import { unpackEntry } from '@/lib/core/sheets/zip-entry'
import { bindLabelFiles, countLabelPages, maxLabelBytes } from './read-labels'

/** `zpl`: commands for a thermal printer, which no reader of PDFs opens. */
export type LabelForm = 'pdf' | 'zpl'
export type LabelFile = { form: LabelForm; bytes: Uint8Array }

/**
 * For one parcel. A thermal label is mostly empty paper and packs far better than a sheet: its size bounds it, not the
 * ratio.
 */
const archiveLimits: ZipLimits = {
  fileBytes: maxLabelBytes,
  unpackedBytes: maxLabelBytes,
  entries: 50,
  ratio: Number.POSITIVE_INFINITY,
}

const isArchive = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 4)).equals(Buffer.from('PK\x03\x04'))

/** A format begins with ^XA and ends with ^XZ; pictures (~DG) and settings may stand before it, and what a driver says of its signs. */
function isZpl(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .toUpperCase()
  const begin = text.indexOf('^XA')
  return /^[\s\u0010]*(?:CT~~CD,)?[~^]/.test(text) && begin !== -1 && text.lastIndexOf('^XZ') > begin
}

/** The reader of PDFs repairs one that was cut off, and its missing part would stay unnoticed. */
const isWholePdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(-2048)).includes('%%EOF')

/**
 * The platform's file for a parcel's label: a PDF, commands for a thermal printer, or an archive of either. The PDF
 * counts in an archive that has both, being the same label. Null for any other file, or one larger than a label may be.
 */
export async function readLabelFile(bytes: Uint8Array): Promise<LabelFile | null> {
  if (bytes.length === 0 || bytes.length > maxLabelBytes) return null
  if (isArchive(bytes)) return readArchive(bytes)
  return readPlain(bytes)
}

async function readPlain(bytes: Uint8Array): Promise<LabelFile | null> {
  if (isZpl(bytes)) return { form: 'zpl', bytes }
  return isWholePdf(bytes) && (await countLabelPages(bytes)) !== null ? { form: 'pdf', bytes } : null
}

/** An archive may have one of each parcel within it, and none within those. */
async function readArchive(bytes: Uint8Array, isWithin = false): Promise<LabelFile | null> {
  const results: LabelFile[] = []
  for (const one of await unpack(bytes)) {
    const label = await (isArchive(one) && !isWithin ? readArchive(one, true) : readPlain(one))
    if (label) results.push(label)
    // A part of the label would be missing.
    else if (one.subarray(0, 1024).includes('%PDF-')) return null
  }
  const pdfs = results.flatMap(({ form, bytes: pdf }) => (form === 'pdf' ? [pdf] : []))
  if (pdfs.length === 1) return { form: 'pdf', bytes: pdfs[0]! }
  if (pdfs.length > 1) {
    const { file, unread } = await bindLabelFiles(pdfs, 'Etiquetas')
    return unread.length > 0 ? null : { form: 'pdf', bytes: file }
  }
  return results.length === 0 ? null : { form: 'zpl', bytes: joinZpl(results.map(({ bytes: zpl }) => zpl)) }
}

/** One label after the other: a printer prints each format as it ends. */
export const joinZpl = (labels: readonly Uint8Array[]): Buffer =>
  Buffer.concat(labels.flatMap((label) => [label, Buffer.from('\n')]))

async function unpack(bytes: Uint8Array): Promise<Buffer[]> {
  const path = await passingPath()
  try {
    await writeFile(path, bytes, { mode: 0o600 })
    const file = await open(path)
    const entries = await readZipDirectory(file, archiveLimits).finally(() => file.close())
    const unpacked: Buffer[] = []
    for (const entry of entries) unpacked.push(await buffer(unpackEntry(path, entry)))
    return unpacked
  } catch (error) {
    if (error instanceof SheetRefused) return []
    throw error
  } finally {
    await rm(path, { force: true })
  }
}
