import { open } from 'node:fs/promises'
import { looksLikeText, readCsv } from './csv-reader'
import { withDateOrder } from './date-order'
import { decodeText } from './decode-text'
import { looksLikeMarkup, readMarkup } from './markup-reader'
import { SheetRefused } from './refusal'
import { readSheet, type RowReader } from './sheet-reader'
import { listEntries, isWorkbook, sheetLimits } from './zip-directory'
import { partsOfDocument, readDocument } from './open-document'

export type TableOptions = {
  preferredSheet: string
  sheets?: readonly string[]
  all?: boolean
  maxRows: number
  pause?: (progress: number) => Promise<void> | undefined
}

const headBytes = 16 * 1024
/** A file that stands in an archive and would be read by itself; what a Mac adds beside each is none. */
const isReadable = (name: string) => /\.(xlsx?|xlsm|ods|csv|ofx)$/i.test(name) && !/^__MACOSX\/|(^|\/)\._/.test(name)

/** Refuses what cannot be a sheet at all: neither a workbook nor an OpenDocument, nor a text, nor a page with a table, as many programs write what they call .xls. */
export async function inspectTableFile(path: string): Promise<'xlsx' | 'ods' | 'csv' | 'markup'> {
  const file = await open(path, 'r')
  const head = Buffer.alloc(headBytes)
  const { bytesRead } = await file.read(head, 0, headBytes, 0).finally(() => file.close())
  if (bytesRead === 0) throw new SheetRefused('importFileEmpty')
  const isZip = head.readUInt32LE(0) === 0x04034b50
  const isCompound = head.readUInt32BE(0) === 0xd0cf11e0
  if (!isZip && !isCompound && looksLikeMarkup(decodeText(head.subarray(0, bytesRead), () => null))) return 'markup'
  if (!isZip && !isCompound && (await looksLikeText(path))) return 'csv'
  const entries = await listEntries(path)
  if (isWorkbook(entries)) return 'xlsx'
  if (partsOfDocument(entries)) return 'ods'
  const files = entries.filter(({ name }) => isReadable(name)).length
  throw files > 0 ? new SheetRefused('importIsArchive', { files }) : new SheetRefused('importNotSpreadsheet')
}

/** Streams the rows of a sheet, workbook or text, in order. */
export async function readTable(path: string, onRow: RowReader, options: TableOptions): Promise<void> {
  const ordered = withDateOrder(onRow)
  await readAny(path, ordered.take, options)
  ordered.end()
}

async function readAny(path: string, onRow: RowReader, { maxRows, ...rest }: TableOptions): Promise<void> {
  const kind = await inspectTableFile(path)
  if (kind === 'csv') return readCsv(path, onRow, { ...rest, maxRows })
  if (kind === 'markup') return readMarkup(path, onRow, { maxRows, namesSheets: rest.sheets !== undefined })
  let rows = 0
  const take: RowReader = (row) => {
    if (row.cells.size === 0) return
    rows += 1
    if (rows > Math.min(maxRows, sheetLimits.rows)) throw new SheetRefused('importTooManyRows', { rows: maxRows })
    onRow(row)
  }
  const parts = kind === 'ods' && partsOfDocument(await listEntries(path))
  await (parts ? readDocument(path, parts, take, rest) : readSheet(path, take, rest))
}
