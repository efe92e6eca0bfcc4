import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { parse, type CsvError, type Options } from 'csv-parse'
import { parse as parseText } from 'csv-parse/sync'
import { asWindows, undoubled, wideEncoding } from './decode-text'
import { SheetRefused } from './refusal'
import { sizeOf } from './row-size'
import type { RowReader, SheetRow } from './sheet-reader'

// A cell of Excel holds 32,767 characters; descriptions saved by others may be longer.
const longestCell = 120_000
const widestRow = 1_000
const longestRecord = 1_000_000
// A spreadsheet may be saved with all of its empty rows.
const mostEmptyRows = 1_048_576
const headBytes = 64 * 1024
const delimiters = [';', ',', '\t', '|']

export type CsvOptions = {
  maxRows: number
  maxEmptyRows?: number
  pause?: (progress: number) => Promise<void> | undefined
}

/** The first bytes of a text file show whether it can be a sheet at all. */
export async function looksLikeText(path: string): Promise<boolean> {
  const head = await readHead(path)
  if (wideEncoding(head) !== null) return true
  return !head.includes(0) && !/^\s*<(?:!doctype|html|table|\?xml)/i.test(head.toString('latin1'))
}

/** Reads a sheet saved as text: UTF-8 (with its mark or without), Windows-1252 or UTF-16; `;`, `,`, tab or `|` between cells. */
export async function readCsv(path: string, onRow: RowReader, options: CsvOptions): Promise<void> {
  const { maxRows, maxEmptyRows = mostEmptyRows, pause } = options
  const take = takeRecords(onRow, maxRows, maxEmptyRows)
  const texts = decodedTexts(path, pause)
  const head = await firstText(texts)
  const named = /^sep=(.)\r?\n/i.exec(head)
  const parsing = { ...csvOptions, delimiter: named?.[1] ?? chooseDelimiter(head) }
  const withoutQuotes = (raw: string): string[][] => parseText(raw, { ...parsing, quote: false })
  // A quote that is never closed would make one cell of all that follows: there it is a character like any other.
  let unclosed = ''
  const onSkip = (error: CsvError | undefined, raw = ''): undefined => {
    if (error?.code !== 'CSV_QUOTE_NOT_CLOSED')
      throw new SheetRefused('importQuoteOpen', { row: Number(error?.records ?? 0) + 1 })
    unclosed = raw
  }
  let isEnded = true
  async function* all() {
    for await (const text of joined()) {
      if (text !== '') isEnded = /[\r\n]$/.test(text)
      yield text
    }
  }
  async function* joined() {
    yield named ? head.slice(named[0].length) : head
    yield* texts
  }
  const records = parse({ ...parsing, raw: true, skip_records_with_error: true, on_skip: onSkip })
  const source = Readable.from(linesWithin(all()))
  // Not pipeline(): it rejects with an AbortError where the reader refuses a row before the end.
  source.once('error', (error) => records.destroy(error))
  source.pipe(records)
  let width = 0
  try {
    for await (const { record, raw } of records as AsyncIterable<Read>) {
      // Two cells that begin with a quote and do not end with one would take the rows between them into one cell.
      const rows = width >= 3 && /[\r\n]./s.test(raw) ? withoutQuotes(raw) : []
      const areRows = rows.length > 1 && rows.every(({ length }) => length === width)
      for (const row of areRows ? rows : [record]) take(row)
      width = Math.max(width, record.length)
    }
  } finally {
    source.destroy()
  }
  for (const record of withoutQuotes(unclosed)) take(record)
  take.end(isEnded)
}

type Read = { record: string[]; raw: string }

/** The parser holds the cells of a line until its end. */
async function* linesWithin(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let open = 0
  for await (const text of texts) {
    const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))
    open = end < 0 ? open + text.length : text.length - end - 1
    if (open > longestRecord) throw new SheetRefused('importUnsafe')
    yield text
  }
}

const csvOptions: Options = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  max_record_size: longestRecord,
}

function takeRecords(onRow: RowReader, maxRows: number, maxEmptyRows: number) {
  let number = 0
  let rows = 0
  // The last row waits for the end of the file, which may stand within it.
  let last: (SheetRow & { width: number }) | null = null
  const take = (record: readonly string[]) => {
    number += 1
    if (record.length > widestRow) throw new SheetRefused('importUnsafe')
    const cells = new Map<number, { kind: 'text'; text: string }>()
    for (const [column, cell] of record.entries()) {
      if (cell.length > longestCell) throw new SheetRefused('importUnsafe')
      // Spaces between the delimiter and the quotes.
      const [, text = cell] = /^\s*"([^"]*)"\s*$/.exec(cell) ?? []
      if (text !== '') cells.set(column, { kind: 'text', text: undoubled(text) })
    }
    if (number - rows > maxEmptyRows) throw new SheetRefused('importTooManyRows', { rows: maxRows })
    if (cells.size === 0) return
    rows += 1
    if (rows > maxRows) throw new SheetRefused('importTooManyRows', { rows: maxRows })
    const row = { number, cells, width: record.length }
    sizeOf(row)
    if (last) onRow(last)
    last = row
  }
  take.end = (isEnded: boolean) => {
    if (last) onRow(isEnded ? last : { ...last, isOpen: true })
  }
  return take
}

async function* decodedTexts(path: string, pause: CsvOptions['pause']): AsyncGenerator<string> {
  const encoding = wideEncoding(await readHead(path)) ?? ((await isUtf8(path)) ? 'utf-8' : 'windows-1252')
  const decoder = new TextDecoder(encoding)
  const { size } = await stat(path)
  let bytes = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    const decoded = decoder.decode(chunk, { stream: true })
    yield encoding === 'windows-1252' ? asWindows(decoded) : decoded
    await pause?.(size > 0 ? bytes / size : 1)
  }
  yield decoder.decode()
}

/** Enough lines to choose the delimiter by. */
async function firstText(texts: AsyncGenerator<string>): Promise<string> {
  let head = ''
  while (head.length < headBytes / 4) {
    const { value, done } = await texts.next()
    if (done) break
    head += value
  }
  return head
}

/**
 * The one that parts most of the first lines into the same number of cells, whatever stands between quotes: a comma may stand within amounts, and within
 * a line above the headings. Else the one that parts any line into most cells.
 */
function chooseDelimiter(head: string): string {
  const lines = head
    .replace(/"[^"]*"/g, '')
    .split(/\r?\n|\r/)
    .filter((line) => line !== '')
    .slice(0, 20)
  const partsOf = (delimiter: string) => lines.map((line) => line.split(delimiter).length)
  const steady = delimiters.find((delimiter) => delimiter !== ',' && isSteady(partsOf(delimiter)))
  if (steady) return steady
  const most = delimiters.map((delimiter) => Math.max(...partsOf(delimiter)))
  return delimiters[most.indexOf(Math.max(...most))] ?? ';'
}

/** Half of the lines or more, and two at least, have three cells or more and as many as each other. */
function isSteady(parts: readonly number[]): boolean {
  const counts = new Map<number, number>()
  for (const count of parts) if (count >= 3) counts.set(count, (counts.get(count) ?? 0) + 1)
  const most = Math.max(0, ...counts.values())
  return most >= 2 && most * 2 >= parts.length
}

async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) decoder.decode(chunk, { stream: true })
    decoder.decode()
    return true
  } catch {
    return false
  }
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const head = Buffer.alloc(headBytes)
    const { bytesRead } = await file.read(head, 0, headBytes, 0)
    return head.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
