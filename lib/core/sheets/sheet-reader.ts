import { SheetRefused } from './refusal'
import { readDateStyles } from './date-styles'
import { longerRow, longerText } from './row-size'
import { SharedTexts } from './shared-texts'
import { openWorkbook } from './workbook-parts'
import { readXml } from './xml-events'
import { sheetLimits, type ZipEntry } from './zip-directory'

/** `from1904`: a day written as a number counts from 1904, as workbooks of older Macs do. `isDay`: its value is shown as a day. `guessedFrom`: a day as it was written, where the file does not say which number is the month. */
export type Cell = {
  kind: 'text' | 'number' | 'boolean' | 'error'
  text: string
  from1904?: true
  isDay?: true
  guessedFrom?: string
}

export type RowFault = 'rowCut' | 'rowShifted'

/**
 * A row with its number in the sheet; cells by column index from 0, empty ones left out. `sheet` stands where several are read, `isHidden` where it is none
 * that one sees. `width` is the number of cells of a row of a text; `isOpen` stands where the file ends
 * without a line break behind it, `fault` where the row as a whole cannot be read.
 */
export type SheetRow = {
  number: number
  cells: Map<number, Cell>
  sheet?: string
  isHidden?: true
  width?: number
  isOpen?: true
  fault?: RowFault
}

export type RowReader = (row: SheetRow) => void

export type SheetOptions = {
  preferredSheet: string
  sheets?: readonly string[]
  /** Every sheet is read, the named ones first. */
  all?: boolean
  pause?: (progress: number) => Promise<void> | undefined
}

export const widestColumn = 16_384
/** The last row that a sheet can have. */
export const lastRowOfSheet = 1_048_576
// A piece of a sheet is in memory at once: an export's is less than a hundredth of this.
const mostPieceCharacters = 16_000_000

/**
 * Streams the rows of the preferred sheet, or of each named one that is there, or of the first one, in constant memory
 * but for the shared texts. Sheets whose names contain a wanted one come first, in that order.
 */
export async function readSheet(path: string, onRow: RowReader, options: SheetOptions): Promise<void> {
  const { sheets: all, sharedTexts, styles, from1904 } = await openWorkbook(path)
  const sheets = visibleFirst(all)
  const wanted = options.all ? inOrder(sheets, options.sheets ?? []) : named(sheets, options)
  const chosen = wanted.length > 0 ? wanted : sheets.slice(0, 1)
  if (chosen.length === 0) throw new SheetRefused('importNotSpreadsheet')
  const sheetBytes = [...new Set(sheets.map(({ entry }) => entry))].reduce((sum, entry) => sum + entry.unpackedBytes, 0)
  const shared = await readSharedTexts(path, sharedTexts, sheetBytes)
  const days = await readDateStyles(path, styles)
  for (const { name, entry, isHidden } of chosen)
    await readRows(
      path,
      entry,
      { shared, days, from1904 },
      options.sheets
        ? ({ number, cells }) => onRow({ number, cells, sheet: name, ...(isHidden && { isHidden }) })
        : onRow,
      options,
    )
}

type NamedSheet = { name: string; entry: ZipEntry; isHidden: boolean }
const plain = (name: string) => name.trim().toLowerCase()

const named = (sheets: NamedSheet[], options: SheetOptions): NamedSheet[] =>
  (options.sheets ?? [options.preferredSheet]).flatMap(
    (name) => sheets.find((sheet) => plain(sheet.name) === name) ?? [],
  )

/** Sheets that one sees come before hidden ones. */
export const visibleFirst = <T extends { isHidden: boolean }>(sheets: readonly T[]): T[] =>
  sheets.toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden))

function inOrder(sheets: NamedSheet[], first: readonly string[]): NamedSheet[] {
  const rank = ({ name }: NamedSheet) => {
    const index = first.findIndex((word) => plain(name).includes(word))
    return index === -1 ? first.length : index
  }
  return visibleFirst(sheets.toSorted((a, b) => rank(a) - rank(b)))
}

async function readSharedTexts(path: string, entry: ZipEntry | undefined, sheetBytes: number): Promise<SharedTexts> {
  const texts = new SharedTexts({
    partBytes: entry?.unpackedBytes ?? 0,
    packedBytes: entry?.packedBytes ?? 0,
    sheetBytes,
  })
  if (!entry) return texts
  let current = ''
  let inText = false
  let phonetic = 0
  await readXml(path, entry, {
    open(name) {
      if (name === 'si') current = ''
      else if (name === 'rPh') phonetic += 1
      else if (name === 't') inText = phonetic === 0
    },
    text(text) {
      if (inText) current = longerText(current, text)
    },
    close(name) {
      if (name === 't') inText = false
      else if (name === 'rPh') phonetic -= 1
      else if (name === 'si') texts.add(unescaped(current))
    },
  })
  return texts
}

/** A character that no text holds, a control or half of a letter, becomes a space. */
const letterOf = (code: number): string =>
  (code < 0x20 && ![9, 10, 13].includes(code)) || (code >= 0xd800 && code <= 0xdfff) ? ' ' : String.fromCharCode(code)

/** Letters that XML cannot hold, and carriage returns, are written as _x000D_; an underscore before such a one as _x005F_. */
const unescaped = (text: string): string =>
  text.includes('_x') ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => letterOf(parseInt(code, 16))) : text

type Book = { shared: SharedTexts; days: ReadonlySet<string>; from1904: boolean }

async function readRows(path: string, entry: ZipEntry, book: Book, onRow: RowReader, options: SheetOptions) {
  let row: SheetRow | null = null
  let lastRow = 0
  let rowCount = 0
  let column = -1
  let type = ''
  let style: string | undefined
  let value = ''
  let inValue = false
  let hasFormula = false
  let uncomputed: number[] = []
  let rowCharacters = 0
  let pieceCharacters = 0
  await readXml(path, entry, {
    pause(progress) {
      pieceCharacters = 0
      return options.pause?.(progress)
    },
    open(name, attributes) {
      if (name === 'c' && row) {
        column = attributes.r ? columnIndex(attributes.r) : column + 1
        type = attributes.t ?? 'n'
        style = attributes.s
        value = ''
        hasFormula = false
      } else if (name === 'f') {
        hasFormula = true
      } else if (name === 'v' || name === 't') {
        inValue = true
      } else if (name === 'row') {
        rowCount += 1
        if (rowCount > sheetLimits.rows + 1) {
          throw new SheetRefused('importTooManyRows', { rows: sheetLimits.rows })
        }
        lastRow = Math.max(lastRow + 1, placeIn(attributes.r, lastRowOfSheet) ?? 0)
        column = -1
        rowCharacters = 0
        uncomputed = []
        row = { number: lastRow, cells: new Map() }
      }
    },
    text(text) {
      if (inValue) value = longerText(value, text)
    },
    close(name) {
      if (name === 'v' || name === 't') {
        inValue = false
      } else if (name === 'c' && row) {
        if (value === '') {
          if (hasFormula && type === 'n') uncomputed.push(column)
          return
        }
        const cell = toCell({ type, style, value }, book)
        row.cells.set(column, cell)
        rowCharacters = longerRow(rowCharacters, cell)
        pieceCharacters += cell.text.length
        if (pieceCharacters > mostPieceCharacters) throw new SheetRefused('importUnsafe')
      } else if (name === 'row' && row) {
        // Some programs store formulas without their results: those are unknown. A row with such cells alone is empty.
        if (row.cells.size > 0) for (const at of uncomputed) row.cells.set(at, { kind: 'error', text: '=' })
        onRow(row)
        row = null
      }
    },
  })
}

type GivenCell = { type: string; style: string | undefined; value: string }

function toCell({ type, style, value }: GivenCell, { shared, days, from1904 }: Book): Cell {
  switch (type) {
    case 's':
      return { kind: 'text', text: shared.at(Number(value)) }
    case 'n':
      return {
        kind: 'number',
        text: value,
        ...(from1904 && { from1904 }),
        ...(style !== undefined && days.has(style) && { isDay: true }),
      }
    // A day in words of its own is the clock that the sheet shows, whatever zone is written behind it.
    case 'd':
      return { kind: 'text', text: value.replace(/Z$/, ''), isDay: true }
    case 'b':
      return { kind: 'boolean', text: value }
    case 'e':
      return { kind: 'error', text: value }
    default:
      return { kind: 'text', text: unescaped(value) }
  }
}

/** The number that a row or a cell says it has; null where it says none that a sheet can have, and is counted on. */
export function placeIn(text: string | null | undefined, most: number): number | null {
  const place = Number(text ?? 0)
  return Number.isInteger(place) && place >= 1 && place <= most ? place : null
}

/** 'A' → 0, 'BM12' → 64. */
export function columnIndex(reference: string): number {
  let index = 0
  for (const letter of reference.toUpperCase()) {
    const code = letter.charCodeAt(0) - 64
    if (code < 1 || code > 26) break
    index = index * 26 + code
  }
  if (index < 1 || index > widestColumn) throw new SheetRefused('importDamaged')
  return index - 1
}

/** 0 → 'A', 64 → 'BM'. */
export function columnLetters(index: number): string {
  let letters = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return letters
}
