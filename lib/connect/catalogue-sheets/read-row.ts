import { cellText, dayInZone, readTime, valueText } from '@/lib/core/sheets/cell-values'
import {
  centsOf,
  codeOf,
  costOf,
  digitsOf,
  flagOf,
  measureOf,
  textOf,
  unitsOf,
  type Read,
  type SheetProblem,
} from '@/lib/core/sheets/sheet-values'
import { foldHeading } from '@/lib/core/sheets/heading-names'
import { columnLetters, type Cell, type SheetRow } from '@/lib/core/sheets/sheet-reader'
import { maxBarcodes, maxDescriptionChars, maxSkuChars, maxTitleChars } from '@/lib/catalog/products/schema'
import { sanitizeDescription } from '@/lib/catalog/products/sanitize-description'
import { catalogueFieldNames, isClearWord, traitsOf, type CatalogueField } from './fields'
import type { CatalogueLayout } from './layout'

/** Null empties the field. Money in cents as text, since rows travel as JSON. */
export type FieldValue = string | number | boolean | string[] | null
export type RowProblem = {
  field: CatalogueField | ''
  column: string
  cell: string
  problem: SheetProblem
  value: string
}
export type CatalogueRow = {
  number: number
  values: Partial<Record<CatalogueField, FieldValue>>
  problems: RowProblem[]
  /** Fields that the row is read without: another system writes them in an unknown way. */
  odd: RowProblem[]
  /** The row as it was written, for the sheet of those that were refused. */
  written: Partial<Record<CatalogueField, string>>
}

const maxShownChars = 60
/** The stored length of a refused row's cell, to be written again; a longer one is cut. */
export const maxWrittenChars = 2_000
const barcodePattern = /^[0-9A-Za-z.\-/ ]{4,48}$/
const withoutBarcode = /^(?:sem gtin|sem ean|0+)$/i
const whatHasNoStock = /^[kv]$|^kit|varia[cç][oõ]es/i
const archivedWords = /^(?:inativ|exclu|arquivad|archived|i$|e$)/i
const activeWords = /^(?:ativ|active|a$)/i

/** Null for a row that says nothing. */
export function readRow(row: SheetRow, layout: CatalogueLayout): CatalogueRow | null {
  const read: CatalogueRow = { number: row.number, values: {}, problems: [], odd: [], written: {} }
  for (const field of catalogueFieldNames) {
    const at = layout.places[field]
    const cell = at === undefined ? undefined : row.cells.get(at)
    const text = cellText(cell)
    if (!cell || text === '') continue
    read.written[field] = (field === 'description' ? cell.text : text).slice(0, maxWrittenChars)
    if (isClearWord(text)) {
      if (traitsOf(field).clears) read.values[field] = null
      else addProblem(read, layout, field, 'cannotClear', text)
      continue
    }
    const value = readField(field, cell, layout, row)
    if (!value.ok)
      addProblem(read, layout, field, value.problem, text, isKept(field, layout) ? read.odd : read.problems)
    else if (value.value !== null && !saysNothing(field, value.value, layout)) read.values[field] = value.value
  }
  if (Object.keys(read.written).length === 0) return null
  if (row.fault) addProblem(read, layout, 'sku', row.fault, '')
  if (typeof read.values.type === 'string' && whatHasNoStock.test(read.values.type)) delete read.values.stock
  if (read.values.sku === undefined && !read.problems.some(({ field }) => field === 'sku'))
    addProblem(read, layout, 'sku', 'missing', '')
  return read
}

/**
 * A row of another system's sheet needs only the fields that make it: the product, and the part of a balance or a kit.
 */
const makesRow: readonly CatalogueField[] = ['sku', 'componentSku', 'componentQuantity']
const isKept = (field: CatalogueField, { zeroIsEmpty, shape }: CatalogueLayout) =>
  zeroIsEmpty && !makesRow.includes(field) && !(shape === 'balances' && field === 'stock')

const zeroFields: readonly CatalogueField[] = ['price', 'cost', 'packagingCost', 'weight', 'length', 'width', 'height']

function saysNothing(field: CatalogueField, value: FieldValue, { zeroIsEmpty }: CatalogueLayout): boolean {
  const isMeasure = ['weight', 'length', 'width', 'height'].includes(field)
  return Number(value) === 0 && (isMeasure || (zeroIsEmpty && zeroFields.includes(field)))
}

const text = (read: Read<bigint | null>): Read<string | null> =>
  read.ok ? { ok: true, value: read.value === null ? null : read.value.toString() } : read

const sizeUnits: [words: RegExp, millimetres: number][] = [
  [/^(mm|mili?metros?|millimet(er|re)s?)$/, 1],
  [/^(cm|centimetros?|centimet(er|re)s?)$/, 10],
  [/^(m|mt|mts|metros?|met(er|re)s?)$/, 1000],
  [/^(pol|polegadas?|in|inch(es)?)$/, 25.4],
]
/** By the row's own word where it has one; null for an unknown word. */
function millimetresOf({ cells }: SheetRow, { units, places }: CatalogueLayout): number | null {
  const at = places.sizeUnit
  const word = foldHeading(at === undefined ? '' : cellText(cells.get(at)))
  if (word === '' || isClearWord(word)) return units.size === 'cm' ? 10 : 1
  return sizeUnits.find(([words]) => words.test(word))?.[1] ?? null
}

function readField(field: CatalogueField, cell: Cell, layout: CatalogueLayout, row: SheetRow): Read<FieldValue> {
  const { units } = layout
  switch (field) {
    case 'sku':
    case 'componentSku':
      return codeOf(cell, maxSkuChars)
    case 'title':
      return textOf(cell, maxTitleChars)
    case 'shelf':
      return textOf(cell, 60)
    case 'deposit':
    case 'type':
      return textOf(cell, 120)
    case 'unit':
      return readUnit(cell)
    case 'price':
    case 'packagingCost':
      return text(centsOf(cell))
    case 'cost':
      return costOf(cell)
    case 'costSince':
      return readDay(cell)
    case 'stock':
      return unitsOf(cell, 10_000_000)
    case 'minimum':
      return unitsOf(cell)
    case 'leadTime':
      return unitsOf(cell, 3650)
    case 'componentQuantity':
      return unitsOf(cell, 10_000)
    case 'weight':
      return measureOf(cell, units.weight === 'kg' ? 1000 : 1, 1_000_000)
    case 'length':
    case 'width':
    case 'height':
      return readSize(cell, millimetresOf(row, layout))
    case 'sizeUnit':
      return millimetresOf(row, layout) === null ? { ok: false, problem: 'notUnit' } : textOf(cell, 120)
    case 'ncm':
      return digitsOf(cell, 8, 'notNcm')
    case 'cest':
      return digitsOf(cell, 7, 'notCest')
    case 'origin':
      return readOrigin(cell)
    case 'barcodes':
      return readBarcodes(cell)
    case 'description':
      return readDescription(cell)
    case 'archived':
      return readArchived(cell)
  }
}

/** A day of São Paulo's clock, as a sheet of money is read. */
function readDay(cell: Cell): Read<string | null> {
  const time = readTime(cell)
  if (!time.ok) return { ok: false, problem: 'notDay' }
  return { ok: true, value: time.value === null ? null : dayInZone(time.value, 'America/Sao_Paulo') }
}

const readSize = (cell: Cell, millimetres: number | null): Read<number | null> =>
  millimetres === null ? { ok: false, problem: 'notUnit' } : measureOf(cell, millimetres, 100_000)

/** Written out by some, where the invoice has an abbreviation. */
const unitWords: Record<string, string> = {
  UNIDADE: 'UN',
  UNIDADES: 'UN',
  PECA: 'PC',
  PECAS: 'PC',
  CAIXA: 'CX',
  CAIXAS: 'CX',
  PACOTE: 'PCT',
  PACOTES: 'PCT',
  QUILO: 'KG',
  QUILOS: 'KG',
  QUILOGRAMA: 'KG',
  METRO: 'M',
  METROS: 'M',
  LITRO: 'L',
  LITROS: 'L',
  CONJUNTO: 'CJ',
  DUZIA: 'DZ',
}

/** Without accents, points and raised digits: 'PÇ', 'und.', 'M²'. */
function readUnit(cell: Cell): Read<string | null> {
  const read = textOf(cell, 120)
  if (!read.ok || read.value === null) return read
  const plain = read.value
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
  const unit = unitWords[plain] ?? plain
  return /^[A-Z0-9]{1,6}$/.test(unit) ? { ok: true, value: unit } : { ok: false, problem: 'notUnit' }
}

/** '0', or '0 - Nacional, exceto …'. */
function readOrigin(cell: Cell): Read<number | null> {
  const digit = /^([0-8])(?:\.0+)?(?:\s*[-–—:].*)?$/.exec(valueText(cell))?.[1]
  return digit === undefined ? { ok: false, problem: 'notOrigin' } : { ok: true, value: Number(digit) }
}

/** Between two numbers of articles a slash and a space part as well; within other codes they are theirs. */
const severalCodes = /[,;|]|(?<=\d{8})\s*\/\s*(?=\d{8})|(?<=\d{8})\s+(?=\d{8})/
/** The number of an article may be written in groups. */
const plainBarcode = (code: string): string => {
  const digits = code.replace(/[\s.-]/g, '')
  return /^(\d{8}|\d{12,14})$/.test(digits) ? digits : code.trim()
}

function readBarcodes(cell: Cell): Read<string[] | null> {
  const whole = codeOf(cell, 2_000)
  if (!whole.ok || whole.value === null) return whole.ok ? { ok: true, value: null } : whole
  const codes = [...new Set(whole.value.split(severalCodes).map(plainBarcode))].filter(
    (code) => code !== '' && !withoutBarcode.test(code),
  )
  if (codes.some((code) => !barcodePattern.test(code))) return { ok: false, problem: 'notBarcode' }
  if (codes.length > maxBarcodes) return { ok: false, problem: 'tooMany' }
  return { ok: true, value: codes.length > 0 ? codes : null }
}

function readDescription(cell: Cell): Read<string | null> {
  if (cell.text.length > maxDescriptionChars) return { ok: false, problem: 'tooLong' }
  const given = cell.text.replace(/[\u0000\p{Surrogate}]/gu, '').trim()
  const html = /<[a-z][^>]*>/i.test(given) ? given : given.replace(/\r?\n/g, '<br />')
  return { ok: true, value: sanitizeDescription(html) || null }
}

function readArchived(cell: Cell): Read<boolean | null> {
  const words = valueText(cell)
  if (archivedWords.test(words)) return { ok: true, value: true }
  return activeWords.test(words) ? { ok: true, value: false } : flagOf(cell)
}

export function addProblem(
  row: CatalogueRow,
  { places, headings }: CatalogueLayout,
  field: CatalogueField,
  problem: SheetProblem,
  value: string,
  into = row.problems,
): void {
  const at = places[field]
  into.push({
    field,
    column: headings.find(([place]) => place === at)?.[1] ?? '',
    cell: at === undefined ? '' : `${columnLetters(at)}${row.number}`,
    problem,
    value: value.slice(0, maxShownChars),
  })
}
