import { readFile } from 'node:fs/promises'
import { decodeText } from './decode-text'
import { SheetRefused } from './refusal'
import { longerText, sizeOf } from './row-size'
import { lastRowOfSheet, placeIn, widestColumn, type Cell, type SheetRow } from './sheet-reader'

/** A table of so many bytes has more rows than a sheet may have. */
const mostBytes = 20 * 1024 * 1024
const widestRow = 1_000

type MarkupOptions = { maxRows: number; namesSheets?: boolean }

/** Whether a text is a page with a table, or Excel's XML of 2003: both go by the name .xls. */
export const looksLikeMarkup = (head: string): boolean =>
  /^\s*</.test(head) && /<(?:\w+:)?(table|workbook)[\s>]/i.test(head)

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ordm: 'º',
  ordf: 'ª',
  deg: '°',
  ndash: '–',
  mdash: '—',
  sup2: '²',
  sup3: '³',
  euro: '€',
  minus: '−',
}
const marks: Record<string, string> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  cedil: '\u0327',
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{1,8}\d?));/gi, (whole, ten, sixteen, name) => {
    const point = ten ? Number(ten) : sixteen ? parseInt(String(sixteen), 16) : null
    if (point !== null)
      return point > 0 && point < 0x110000 && (point < 0xd800 || point > 0xdfff) ? String.fromCodePoint(point) : ' '
    const [, letter, mark = ''] = /^([a-z])(acute|grave|circ|tilde|uml|cedil)$/i.exec(String(name)) ?? []
    return letter ? (letter + marks[mark.toLowerCase()]).normalize('NFC') : (named[String(name)] ?? whole)
  })
}

const declaredIn = (head: string): string | null =>
  /charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ?? /\bencoding\s*=\s*["']([\w-]+)/i.exec(head)?.[1] ?? null
const attribute = (tag: string, name: string): string | null =>
  !tag.includes('=') ? null : (new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*["']?([^"'\\s>]*)`, 'i').exec(tag)?.[1] ?? null)
/** So many columns, as browsers read it: neither less than none nor a part of one. */
const spanOf = (tag: string, name: string): number =>
  Math.min(Math.max(Math.trunc(Number(attribute(tag, name) ?? 0)) || 0, 0), widestRow)
const sheetName = (tag: string): string => decoded(/\bname\s*=\s*"([^"]*)"/i.exec(tag)?.[1] ?? '')

/** Reads the tables of a page, one below the other, or the sheets of Excel's XML of 2003. */
export async function readMarkup(path: string, onRow: (row: SheetRow) => void, options: MarkupOptions): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length > mostBytes) throw new SheetRefused('importFileTooLarge', { megabytes: mostBytes / 1024 / 1024 })
  readMarkupText(decodeText(bytes, declaredIn), onRow, options)
}

/** The parts between its tags, in order; comments, scripts and styles are skipped. */
function* tagsOf(text: string): Generator<{ tag: string; name: string; isEnd: boolean; before: string }> {
  const lowered = text.toLowerCase()
  let at = 0
  for (;;) {
    const open = text.indexOf('<', at)
    if (open === -1) return
    const before = text.slice(at, open)
    if (text.startsWith('<!--', open)) {
      const close = text.indexOf('-->', open)
      at = close === -1 ? text.length : close + 3
      yield { tag: '', name: '', isEnd: false, before }
      continue
    }
    const close = text.indexOf('>', open)
    if (close === -1) return
    const tag = text.slice(open + 1, close)
    const [, end = '', name = ''] = /^(\/?)(?:\w+:)?(\w+)/.exec(tag) ?? []
    const lower = name.toLowerCase()
    yield { tag, name: lower, isEnd: end === '/', before }
    at = close + 1
    if (end === '' && (lower === 'script' || lower === 'style') && !tag.endsWith('/')) {
      const over = lowered.indexOf(`</${lower}`, at)
      at = over === -1 ? text.length : over
    }
  }
}

export function readMarkupText(
  text: string,
  onRow: (row: SheetRow) => void,
  { maxRows, namesSheets }: MarkupOptions,
): void {
  let sheet: string | undefined = namesSheets ? '' : undefined
  let [number, rows, column] = [0, 0, 0]
  let cells: Map<number, Cell> | null = null
  let cell: { text: string; wide: number; kind: Cell['kind'] } | null = null
  const endCell = () => {
    if (!cell || !cells) return
    const said = cell.text.trim()
    if (said !== '') cells.set(column, { kind: cell.kind, text: said })
    column += cell.wide
    cell = null
    if (column > widestRow) throw new SheetRefused('importUnsafe')
  }
  const endRow = () => {
    endCell()
    if (cells && cells.size > 0) {
      rows += 1
      if (rows > maxRows) throw new SheetRefused('importTooManyRows', { rows: maxRows })
      const row = { number, cells, ...(sheet !== undefined && { sheet }) }
      sizeOf(row)
      onRow(row)
    }
    cells = null
  }
  for (const { tag, name, isEnd, before } of tagsOf(text)) {
    // A line break in the source is a space, as browsers show it.
    if (cell) cell.text = longerText(cell.text, decoded(before.replace(/\s+/g, ' ')))
    if (name === 'worksheet' && !isEnd) {
      endRow()
      if (namesSheets) sheet = sheetName(tag)
      number = 0
    } else if (name === 'tr' || name === 'row') {
      endRow()
      if (isEnd) continue
      number = Math.max(number + 1, placeIn(attribute(tag, 'index'), lastRowOfSheet) ?? 0)
      column = 0
      if (!tag.endsWith('/')) cells = new Map()
    } else if (name === 'td' || name === 'th' || name === 'cell') {
      endCell()
      if (isEnd || !cells) continue
      column = Math.max(column, (placeIn(attribute(tag, 'index'), widestColumn) ?? 0) - 1)
      const wide = Math.max(spanOf(tag, 'colspan'), 1) + spanOf(tag, 'mergeacross')
      cell = { text: '', wide: Math.min(wide, widestRow), kind: 'text' }
      if (tag.endsWith('/')) endCell()
    } else if (name === 'data' && !isEnd && cell) {
      if (attribute(tag, 'type')?.toLowerCase() === 'number') cell.kind = 'number'
    } else if (name === 'br' && cell) cell.text += '\n'
    else if (name === 'table' && isEnd) endRow()
  }
  endRow()
}
