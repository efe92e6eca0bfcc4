import { SheetRefused } from './refusal'
import { longestCellCharacters, sizeOf } from './row-size'
import { readXml } from './xml-events'
import { inspectSheetFile, sheetLimits, type ZipEntry } from './zip-directory'

export type Cell = { kind: 'text' | 'number' | 'boolean' | 'error'; text: string }

/** A row with its number in the sheet; cells by column index from 0, empty ones left out. `sheet` stands where several are read. */
export type SheetRow = { number: number; cells: Map<number, Cell>; sheet?: string }

export type RowReader = (row: SheetRow) => void

export type SheetOptions = {
  preferredSheet: string
  sheets?: readonly string[]
  pause?: (progress: number) => Promise<void> | undefined
}

const widestColumn = 16_384
// A sheet of 200,000 rows × 65 columns has fewer distinct texts than this; more would not fit into the reader's memory.
const sharedTextLimit = { count: 4_000_000, characters: 200_000_000 }
/** `<c t="s"><v>0</v></c>`: what a cell takes at least that says a shared text. */
const shortestCellBytes = 22
// Some programs leave texts behind whose cells are gone: so many characters cost nothing.
const strayCharacters = 2_000_000

/** Streams the rows of the preferred sheet, or of each named one that is there, or of the first one, in constant memory but for the shared texts. */
export async function readSheet(path: string, onRow: RowReader, options: SheetOptions): Promise<void> {
  const entries = new Map((await inspectSheetFile(path)).map((entry) => [entry.name, entry]))
  const sheets = await findSheets(path, entries)
  const wanted = (options.sheets ?? [options.preferredSheet]).flatMap(
    (name) => sheets.find((sheet) => sheet.name === name) ?? [],
  )
  const chosen = wanted.length > 0 ? wanted : sheets.slice(0, 1)
  if (chosen.length === 0) throw new SheetRefused('importNotSpreadsheet')
  const sharedEntry = entries.get('xl/sharedStrings.xml')
  const sheetBytes = [...new Set(sheets.map(({ entry }) => entry))].reduce((sum, entry) => sum + entry.unpackedBytes, 0)
  const shared = sharedEntry ? await readSharedTexts(path, sharedEntry, sheetBytes / shortestCellBytes) : []
  for (const { name, entry } of chosen)
    await readRows(path, entry, shared, options.sheets ? (row) => onRow({ ...row, sheet: name }) : onRow, options)
}

type NamedSheet = { name: string; entry: ZipEntry }

async function findSheets(path: string, entries: Map<string, ZipEntry>): Promise<NamedSheet[]> {
  const sheets: { name: string; relation: string }[] = []
  const workbook = entries.get('xl/workbook.xml')
  if (!workbook) throw new SheetRefused('importNotSpreadsheet')
  await readXml(path, workbook, {
    open(name, attributes) {
      if (name !== 'sheet') return
      const relation = Object.entries(attributes).find(([key]) => key === 'r:id' || key.endsWith(':id'))?.[1]
      if (relation) sheets.push({ name: attributes.name ?? '', relation })
    },
  })
  const targets = new Map<string, string>()
  const relations = entries.get('xl/_rels/workbook.xml.rels')
  if (relations) {
    await readXml(path, relations, {
      open(name, { Id, Target }) {
        if (name === 'Relationship' && Id && Target) targets.set(Id, Target)
      },
    })
  }
  return sheets.flatMap(({ name, relation }) => {
    const target = targets.get(relation)
    const entry = target && entries.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
    return entry ? [{ name: name.trim().toLowerCase(), entry }] : []
  })
}

async function readSharedTexts(path: string, entry: ZipEntry, cells: number): Promise<string[]> {
  const texts: string[] = []
  let current = ''
  let characters = 0
  let inText = false
  let phonetic = 0
  await readXml(path, entry, {
    open(name) {
      if (name === 'si') current = ''
      else if (name === 'rPh') phonetic += 1
      else if (name === 't') inText = phonetic === 0
    },
    text(text) {
      if (inText) current += text
    },
    close(name) {
      if (name === 't') inText = false
      else if (name === 'rPh') phonetic -= 1
      else if (name === 'si') {
        characters += current.length
        texts.push(current)
        if (texts.length > sharedTextLimit.count || characters > sharedTextLimit.characters) {
          throw new SheetRefused('importUnsafe')
        }
        if (characters > strayCharacters && texts.length > cells) throw new SheetRefused('importUnsafe')
      }
    },
  })
  return texts
}

async function readRows(path: string, entry: ZipEntry, shared: string[], onRow: RowReader, options: SheetOptions) {
  let row: SheetRow | null = null
  let lastRow = 0
  let rowCount = 0
  let column = -1
  let type = ''
  let value = ''
  let inValue = false
  await readXml(path, entry, {
    pause: options.pause,
    open(name, attributes) {
      if (name === 'c' && row) {
        column = attributes.r ? columnIndex(attributes.r) : column + 1
        type = attributes.t ?? 'n'
        value = ''
      } else if (name === 'v' || name === 't') {
        inValue = true
      } else if (name === 'row') {
        rowCount += 1
        if (rowCount > sheetLimits.rows + 1) {
          throw new SheetRefused('importTooManyRows', { rows: sheetLimits.rows })
        }
        lastRow = attributes.r ? Number(attributes.r) : lastRow + 1
        if (!Number.isSafeInteger(lastRow) || lastRow < 1) throw new SheetRefused('importDamaged')
        column = -1
        row = { number: lastRow, cells: new Map() }
      }
    },
    text(text) {
      if (inValue) value += text
    },
    close(name) {
      if (name === 'v' || name === 't') {
        inValue = false
      } else if (name === 'c' && row) {
        if (value !== '') row.cells.set(column, checked(toCell(type, value, shared)))
      } else if (name === 'row' && row) {
        sizeOf(row)
        onRow(row)
        row = null
      }
    },
  })
}

function checked(cell: Cell): Cell {
  if (cell.text.length > longestCellCharacters) throw new SheetRefused('importUnsafe')
  return cell
}

function toCell(type: string, value: string, shared: string[]): Cell {
  switch (type) {
    case 's': {
      const text = shared[Number(value)]
      if (text === undefined) throw new SheetRefused('importDamaged')
      return { kind: 'text', text }
    }
    case 'n':
      return { kind: 'number', text: value }
    case 'b':
      return { kind: 'boolean', text: value }
    case 'e':
      return { kind: 'error', text: value }
    default:
      return { kind: 'text', text: value }
  }
}

/** 'A' → 0, 'BM12' → 64. */
export function columnIndex(reference: string): number {
  let index = 0
  for (const letter of reference) {
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
