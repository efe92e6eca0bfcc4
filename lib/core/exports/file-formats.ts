import 'server-only'
import { stringify } from 'csv-stringify/sync'
import ExcelJS from 'exceljs'
import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { safeCsvText } from '../sheets/csv'
import type { Language } from '../language'
import { csvText, sheetText, sheetValue } from './cells'
import type { ColumnType, Heading, Value } from './list-kind'
import type { ExportFormat, FileFormat } from './schema'

export type Sheet = {
  name: string
  headings: Heading[]
  batches: AsyncIterable<Value[][]>
  language: Language
  timeZone: string
}

export const contentTypes: Record<FileFormat, string> = {
  zip: 'application/zip',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
/** Rows that a worksheet holds, its heading left out. */
export const maxSheetRows = 1_048_575

/** The file as a stream, written batch by batch: never more than a batch stands in memory. */
export const writeSheet: Record<ExportFormat, (sheet: Sheet) => Readable> = {
  csv: (sheet) => Readable.from(csvParts(sheet), { objectMode: false }),
  xlsx: writeXlsx,
}

const bom = '\uFEFF'
const delimiters = { pt: ';', en: ',' } as const

async function* csvParts({ headings, batches, language, timeZone }: Sheet): AsyncGenerator<string> {
  const options = { delimiter: delimiters[language], record_delimiter: '\r\n' }
  yield bom + stringify([headings.map(({ title }) => safeCsvText(title))], options)
  for await (const rows of batches) {
    const cells = rows.map((row) => row.map((value, i) => csvText(value, headings[i]!.type, language, timeZone)))
    yield stringify(cells, options)
  }
}

const numberFormats: Record<ColumnType, Record<Language, string>> = {
  text: { pt: '@', en: '@' },
  money: { pt: '#,##0.00', en: '#,##0.00' },
  number: { pt: 'General', en: 'General' },
  ratio: { pt: '0.0%', en: '0.0%' },
  instant: { pt: 'dd/mm/yyyy hh:mm', en: 'yyyy-mm-dd hh:mm' },
  day: { pt: 'dd/mm/yyyy', en: 'yyyy-mm-dd' },
}

function writeXlsx(sheet: Sheet): Readable {
  return writeWorkbook([sheet])
}

/** A workbook with these sheets, one after the other: never more than a batch stands in memory. */
export function writeWorkbook(sheets: readonly Sheet[]): Readable {
  const out = new PassThrough()
  fillWorkbook(sheets, out).catch((error: unknown) => out.destroy(error as Error))
  return out
}

async function fillWorkbook(sheets: readonly Sheet[], out: PassThrough): Promise<void> {
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: out, useStyles: true, useSharedStrings: false })
  for (const sheet of sheets) await fillSheet(book, sheet, out)
  if (!out.destroyed) await book.commit()
}

async function fillSheet(
  book: ExcelJS.stream.xlsx.WorkbookWriter,
  { name, headings, batches, language, timeZone }: Sheet,
  out: PassThrough,
): Promise<void> {
  const page = book.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] })
  page.columns = headings.map(({ title, type, width }) => ({
    header: sheetText(title),
    width: Math.max(width, title.length + 2),
    style: { numFmt: numberFormats[type][language] },
  }))
  page.getRow(1).font = { bold: true }
  page.getRow(1).commit()
  for await (const rows of batches) {
    for (const row of rows) page.addRow(row.map((value, i) => sheetValue(value, headings[i]!.type, timeZone))).commit()
    if (out.destroyed) return
    if (out.writableNeedDrain) await Promise.race([once(out, 'drain'), once(out, 'close')])
  }
  page.commit()
}
