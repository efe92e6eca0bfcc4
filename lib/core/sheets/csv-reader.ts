import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { asWindows, undoubled, wideEncoding } from './decode-text'
import { SheetRefused } from './refusal'
import { sizeOf } from './row-size'
import type { RowReader } from './sheet-reader'

// A cell of Excel holds 32,767 characters; descriptions saved by others may be longer, and a quote left open takes all that follows.
const longestCell = 120_000
const widestRow = 1_000
const headBytes = 64 * 1024
const delimiters = [';', ',', '\t', '|']

export type CsvOptions = { maxRows: number; pause?: (progress: number) => Promise<void> | undefined }

/** The first bytes of a text file show whether it can be a sheet at all. */
export async function looksLikeText(path: string): Promise<boolean> {
  const head = await readHead(path)
  if (wideEncoding(head) !== null) return true
  return !head.includes(0) && !/^\s*<(?:!doctype|html|table|\?xml)/i.test(head.toString('latin1'))
}

/** Reads a sheet saved as text: UTF-8 (with its mark or without), Windows-1252 or UTF-16; `;`, `,`, tab or `|` between cells. */
export async function readCsv(path: string, onRow: RowReader, { maxRows, pause }: CsvOptions): Promise<void> {
  const encoding = wideEncoding(await readHead(path)) ?? ((await isUtf8(path)) ? 'utf-8' : 'windows-1252')
  const decoder = new TextDecoder(encoding)
  const isWindows = encoding === 'windows-1252'
  const { size } = await statOf(path)
  let reader: ReturnType<typeof makeReader> | null = null
  let head = ''
  let bytes = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    const decoded = decoder.decode(chunk, { stream: true })
    const text = isWindows ? asWindows(decoded) : decoded
    if (reader) reader.take(text)
    else {
      head += text
      // The delimiter is chosen by the first lines, so they are waited for.
      if (head.length >= headBytes / 4) reader = start(head, onRow, maxRows)
    }
    await pause?.(size > 0 ? bytes / size : 1)
  }
  const rest = decoder.decode()
  reader ??= start(head, onRow, maxRows)
  reader.take(rest)
  reader.end()
}

function start(head: string, onRow: RowReader, maxRows: number) {
  const named = /^sep=(.)\r?\n/i.exec(head)
  const reader = makeReader(named?.[1] ?? chooseDelimiter(head), onRow, maxRows)
  reader.take(named ? head.slice(named[0].length) : head)
  return reader
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

function makeReader(delimiter: string, onRow: RowReader, maxRows: number) {
  let number = 1
  let rows = 0
  let cell = ''
  let column = 0
  let cells = new Map<number, { kind: 'text'; text: string }>()
  let quoted = false
  let closing = false
  let afterReturn = false

  const endCell = () => {
    if (cell.length > longestCell) throw new SheetRefused('importUnsafe')
    if (cell !== '') cells.set(column, { kind: 'text', text: undoubled(cell) })
    cell = ''
    column += 1
    if (column > widestRow) throw new SheetRefused('importUnsafe')
  }
  const endRow = () => {
    endCell()
    if (cells.size > 0) {
      rows += 1
      if (rows > maxRows) throw new SheetRefused('importTooManyRows', { rows: maxRows })
      const row = { number, cells }
      sizeOf(row)
      onRow(row)
    }
    number += 1
    column = 0
    cells = new Map()
  }
  const takeCharacter = (character: string) => {
    if (quoted && !closing) {
      if (character === '"') closing = true
      else cell += character
      return
    }
    if (closing) {
      closing = false
      if (character === '"') {
        cell += '"'
        return
      }
      quoted = false
    }
    if (character === delimiter) endCell()
    else if (character === '\n') {
      if (!afterReturn) endRow()
    } else if (character === '\r') endRow()
    else if (character === '"' && cell === '') quoted = true
    else cell += character
    afterReturn = character === '\r'
  }
  return {
    take(text: string) {
      for (const character of text) takeCharacter(character)
      if (cell.length > longestCell) throw new SheetRefused('importUnsafe')
    },
    end() {
      if (cell !== '' || cells.size > 0) endRow()
    },
  }
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

async function statOf(path: string) {
  const file = await open(path, 'r')
  try {
    return await file.stat()
  } finally {
    await file.close()
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
