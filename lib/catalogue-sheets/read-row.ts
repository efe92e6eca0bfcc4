import { cellText } from '../imports/cell-values'
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
} from '../imports/sheet-values'
import { columnLetters, type Cell, type SheetRow } from '../imports/sheet-reader'
import { maxBarcodes, maxDescriptionChars, maxSkuChars, maxTitleChars } from '../products/schema'
import { sanitizeDescription } from '../products/sanitize-description'
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
  /** The row as it was written, for the sheet of those that were refused. */
  written: Partial<Record<CatalogueField, string>>
}

const maxShownChars = 60
/** What is kept of a refused row's cell, to be written again; what is longer is cut. */
export const maxWrittenChars = 2_000
const barcodePattern = /^[0-9A-Za-z.\-/ ]{4,48}$/
const withoutBarcode = /^(?:sem gtin|sem ean|0+)$/i
const whatHasNoStock = /^[kv]$|^kit|varia[cç][oõ]es/i
const archivedWords = /^(?:inativ|exclu|arquivad|archived|i$|e$)/i
const activeWords = /^(?:ativ|active|a$)/i

/** Null for a row that says nothing. */
export function readRow(row: SheetRow, layout: CatalogueLayout): CatalogueRow | null {
  const read: CatalogueRow = { number: row.number, values: {}, problems: [], written: {} }
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
    const value = readField(field, cell, layout)
    if (!value.ok) addProblem(read, layout, field, value.problem, text)
    else if (value.value !== null && !saysNothing(field, value.value, layout)) read.values[field] = value.value
  }
  if (Object.keys(read.written).length === 0) return null
  if (typeof read.values.type === 'string' && whatHasNoStock.test(read.values.type)) delete read.values.stock
  if (read.values.sku === undefined && !read.problems.some(({ field }) => field === 'sku'))
    addProblem(read, layout, 'sku', 'missing', '')
  return read
}

const zeroFields: readonly CatalogueField[] = ['price', 'cost', 'packagingCost', 'weight', 'length', 'width', 'height']

function saysNothing(field: CatalogueField, value: FieldValue, { zeroIsEmpty }: CatalogueLayout): boolean {
  const isMeasure = ['weight', 'length', 'width', 'height'].includes(field)
  return Number(value) === 0 && (isMeasure || (zeroIsEmpty && zeroFields.includes(field)))
}

const text = (read: Read<bigint | null>): Read<string | null> =>
  read.ok ? { ok: true, value: read.value === null ? null : read.value.toString() } : read

function readField(field: CatalogueField, cell: Cell, { units }: CatalogueLayout): Read<FieldValue> {
  const millimetres = units.size === 'cm' ? 10 : 1
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
      return measureOf(cell, millimetres, 100_000)
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

function readUnit(cell: Cell): Read<string | null> {
  const read = textOf(cell, 120)
  if (!read.ok || read.value === null) return read
  return /^[A-Za-z0-9]{1,6}$/.test(read.value)
    ? { ok: true, value: read.value.toUpperCase() }
    : { ok: false, problem: 'notUnit' }
}

/** '0', or '0 - Nacional, exceto …'. */
function readOrigin(cell: Cell): Read<number | null> {
  const digit = /^([0-8])(?:\.0+)?(?:\s*[-–—:].*)?$/.exec(cellText(cell))?.[1]
  return digit === undefined ? { ok: false, problem: 'notOrigin' } : { ok: true, value: Number(digit) }
}

function readBarcodes(cell: Cell): Read<string[] | null> {
  const whole = codeOf(cell, 2_000)
  if (!whole.ok || whole.value === null) return whole.ok ? { ok: true, value: null } : whole
  const codes = [...new Set(whole.value.split(/[,;|]/).map((code) => code.trim()))].filter(
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
  const words = cellText(cell)
  if (archivedWords.test(words)) return { ok: true, value: true }
  return activeWords.test(words) ? { ok: true, value: false } : flagOf(cell)
}

export function addProblem(
  row: CatalogueRow,
  { places, headings }: CatalogueLayout,
  field: CatalogueField,
  problem: SheetProblem,
  value: string,
): void {
  const at = places[field]
  row.problems.push({
    field,
    column: headings.find(([place]) => place === at)?.[1] ?? '',
    cell: at === undefined ? '' : `${columnLetters(at)}${row.number}`,
    problem,
    value: value.slice(0, maxShownChars),
  })
}
