import { SheetRefused } from './refusal'
import { longerRow, longerText } from './row-size'
import { visibleFirst, type Cell, type RowReader, type SheetRow } from './sheet-reader'
import { readXml } from './xml-events'
import { sheetLimits, type ZipEntry } from './zip-directory'

/** Each sheet that is read costs a pass over the document. */
const mostSheets = 30
const widestRow = 1_000
/** A repeated row costs its writer nothing: so much may come of one piece of the file. */
const mostPieceCharacters = 16_000_000

type DocumentParts = { content: ZipEntry; manifest: ZipEntry | undefined }

/** The parts of an OpenDocument file (.ods, as LibreOffice and Google write it); null for any other archive. */
export function partsOfDocument(entries: readonly ZipEntry[]): DocumentParts | null {
  const of = (name: string) => entries.find((entry) => entry.name === name)
  if (of('encrypted-package')) throw new SheetRefused('importProtected')
  const content = of('content.xml')
  return content && of('mimetype') ? { content, manifest: of('META-INF/manifest.xml') } : null
}

type DocumentOptions = {
  /** Sheets whose names contain one of these come first, in this order; without them the first sheet is read alone. */
  sheets?: readonly string[]
  all?: boolean
  pause?: (progress: number) => Promise<void> | undefined
}

/** Streams the rows of its sheets as those of a workbook. */
export async function readDocument(
  path: string,
  { content, manifest }: DocumentParts,
  onRow: RowReader,
  options: DocumentOptions,
): Promise<void> {
  if (manifest)
    await readXml(path, manifest, {
      open(name) {
        if (name === 'encryption-data') throw new SheetRefused('importProtected')
      },
    })
  const tables = await tablesOf(path, content)
  const rank = ({ name }: Table) => {
    const at = (options.sheets ?? []).findIndex((word) => name.trim().toLowerCase().includes(word))
    return at === -1 ? tables.length : at
  }
  const sorted = visibleFirst(tables.toSorted((a, b) => rank(a) - rank(b)))
  const chosen = options.all ? sorted : sorted.slice(0, 1)
  for (const table of chosen) await readSheetAt(path, content, { ...table, onRow, ...options })
}

type Table = { at: number; name: string; isHidden: boolean }

/** The tables in their order; which of them are hidden, their styles say. */
async function tablesOf(path: string, content: ZipEntry): Promise<Table[]> {
  const tables: Table[] = []
  const hidden = new Set<string>()
  let style = ''
  await readXml(path, content, {
    open(name, attributes) {
      if (name === 'style') style = attributes['style:name'] ?? ''
      if (name === 'table-properties' && attributes['table:display'] === 'false') hidden.add(style)
      if (name !== 'table') return
      const isHidden = hidden.has(attributes['table:style-name'] ?? '')
      tables.push({ at: tables.length, name: attributes['table:name'] ?? '', isHidden })
      if (tables.length > mostSheets) throw new SheetRefused('importUnsafe')
    },
  })
  if (tables.length === 0) throw new SheetRefused('importNotSpreadsheet')
  return tables
}

const timesOf = (text: string | undefined) => Math.max(1, Math.trunc(Number(text ?? 1)) || 1)

type SheetAt = DocumentOptions & Table & { onRow: RowReader }

async function readSheetAt(
  path: string,
  content: ZipEntry,
  { at, name: sheet, isHidden, sheets, onRow, pause }: SheetAt,
) {
  let [table, number, rowTimes, column, cellTimes, rows] = [-1, 0, 1, 0, 1, 0]
  let cells: SheetRow['cells'] | null = null
  let given: Record<string, string> | null = null
  let text = ''
  let paragraphs = 0
  let inParagraph = 0
  let notes = 0
  let pieceCharacters = 0
  const add = (more: string) => void (text = longerText(text, more))
  await readXml(path, content, {
    pause(progress) {
      pieceCharacters = 0
      return pause?.(progress)
    },
    open(name, attributes) {
      if (name === 'table') [table, number] = [table + 1, 0]
      if (table !== at) return
      if (name === 'table-row') {
        rowTimes = timesOf(attributes['table:number-rows-repeated'])
        cells = new Map()
        column = 0
      } else if (name === 'table-cell' || name === 'covered-table-cell') {
        cellTimes = timesOf(attributes['table:number-columns-repeated'])
        given = attributes
        ;[text, paragraphs] = ['', 0]
      } else if (name === 'annotation') notes += 1
      else if (notes > 0 || !given) return
      else if (name === 'p') {
        inParagraph += 1
        if (paragraphs > 0) add('\n')
        paragraphs += 1
      } else if (name === 's') add(' '.repeat(Math.min(timesOf(attributes['text:c']), 100)))
      else if (name === 'tab') add('\t')
      else if (name === 'line-break') add('\n')
    },
    text(more) {
      if (table === at && inParagraph > 0 && notes === 0 && given) add(more)
    },
    close(name) {
      if (table !== at) return
      if (name === 'annotation') notes -= 1
      else if (name === 'p' && notes === 0 && given) inParagraph -= 1
      else if ((name === 'table-cell' || name === 'covered-table-cell') && given && cells) {
        const cell = cellOf(given, text)
        given = null
        if (cell && column + cellTimes > widestRow) throw new SheetRefused('importUnsafe')
        for (let each = 0; cell && each < cellTimes; each += 1) cells.set(column + each, cell)
        column += cellTimes
      } else if (name === 'table-row' && cells) {
        const row = cells
        cells = null
        let characters = 0
        for (const cell of row.values()) characters = longerRow(characters, cell)
        for (let each = 1; row.size > 0 && each <= rowTimes; each += 1) {
          rows += 1
          pieceCharacters += characters
          if (pieceCharacters > mostPieceCharacters) throw new SheetRefused('importUnsafe')
          if (rows > sheetLimits.rows) throw new SheetRefused('importTooManyRows', { rows: sheetLimits.rows })
          onRow({
            number: number + each,
            cells: row,
            ...(sheets && { sheet: sheet.trim(), ...(isHidden && { isHidden }) }),
          })
        }
        number += rowTimes
      }
    },
  })
}

/** The stored value, and not what the sheet shows of it; null for an empty cell. */
function cellOf(given: Record<string, string>, text: string): Cell | null {
  const value = (name: string) => given[`office:${name}`]
  if (given['calcext:value-type'] === 'error') return { kind: 'error', text: text || '#' }
  const said = value('string-value') ?? text
  switch (value('value-type')) {
    case 'float':
    case 'currency':
    case 'percentage':
      return { kind: 'number', text: value('value') ?? text }
    case 'date':
      return { kind: 'text', text: value('date-value')?.replace(/(\.\d+)?Z?$/, '') ?? text, isDay: true }
    case 'boolean':
      return { kind: 'boolean', text: value('boolean-value') === 'true' ? '1' : '0' }
    default:
      return said === '' ? null : { kind: 'text', text: said }
  }
}
