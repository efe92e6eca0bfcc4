import type { Day } from '@/lib/core/dates'
import { wholeGtin } from '@/lib/catalog/products/gtin'
import type { CatalogueField } from './fields'
import type { CatalogueLayout } from './layout'
import { addProblem, type CatalogueRow, type FieldValue, type RowProblem } from './read-row'

/** A product as it is, in the words of a sheet. */
export type KnownProduct = {
  id: string
  sku: string
  version: number
  values: Partial<Record<CatalogueField, FieldValue>>
  /** A cost is known that was not typed today: it can be changed, not taken back. */
  isCostHeld: boolean
  isKit: boolean
  onHand: number
  /** The last movement of its stock that the count was held against. */
  movementId: string
  parts: { sku: string; quantity: number }[]
  /** From which days which costs hold, as texts. */
  costs: { from: Day; cost: string }[]
}

export type Change = { field: CatalogueField | 'kit'; before: FieldValue; after: FieldValue }
export type StagedRow = { number: number; key: string; outcome: 'new' | 'changed' | 'same' | 'failed'; payload: object }
export type Problem = Omit<RowProblem, 'field'> & { field: string }
export type FailedRow = { row: number; key: string; cells: Problem[]; values: Record<string, string> }

const columns = {
  title: 'title',
  price: 'price_cents',
  barcodes: 'barcodes',
  description: 'description_html',
  minimum: 'minimum_stock',
  leadTime: 'lead_time_days',
  shelf: 'shelf_address',
  weight: 'weight_grams',
  length: 'length_mm',
  width: 'width_mm',
  height: 'height_mm',
  ncm: 'ncm',
  cest: 'cest',
  origin: 'origin',
  unit: 'unit',
  packagingCost: 'packaging_cost_cents',
  archived: 'archived',
} as const satisfies Partial<Record<CatalogueField, string>>
const settable = Object.keys(columns) as (keyof typeof columns)[]
const maxShownChars = 200

const skuOf = ({ values }: CatalogueRow) => (typeof values.sku === 'string' ? values.sku : '')
const written = (value: FieldValue | undefined) => JSON.stringify(value ?? null)
const shown = (value: FieldValue | undefined): FieldValue =>
  typeof value === 'string' && value.length > maxShownChars ? `${value.slice(0, maxShownChars)}…` : (value ?? null)

export const failed = (row: CatalogueRow): StagedRow => ({
  number: row.number,
  key: skuOf(row),
  outcome: 'failed',
  payload: {
    problems: [{ row: row.number, key: skuOf(row), cells: row.problems, values: row.written } satisfies FailedRow],
  },
})

/** The change that one row would make to its product, field by field; equal values are not written again. */
export function judgeRow(
  row: CatalogueRow,
  layout: CatalogueLayout,
  known: KnownProduct | undefined,
  idOfNew: () => string,
): StagedRow {
  checkRow(row, layout, known)
  if (row.problems.length > 0) return failed(row)
  const changes: Change[] = []
  const set: Record<string, FieldValue> = {}
  for (const field of settable) {
    const after = row.values[field]
    if (after === undefined || compared(field, after) === compared(field, emptied(known?.values[field]))) continue
    if (!known && (after === null || (field === 'archived' && after === false))) continue
    changes.push({ field, before: shown(known?.values[field]), after: shown(after) })
    set[columns[field]] = field === 'barcodes' && after === null ? [] : after
  }
  const { cost, stock } = row.values
  const since = typeof row.values.costSince === 'string' ? row.values.costSince : null
  const costBefore = since === null ? known?.values.cost : known && costOn(known, since)
  const costChanges = cost !== undefined && written(cost) !== written(costBefore) && (known || cost !== null)
  if (costChanges) changes.push({ field: 'cost', before: costBefore ?? null, after: cost ?? null })
  if (costChanges && since !== null) changes.push({ field: 'costSince', before: null, after: since })
  const stockChanges = typeof stock === 'number' && stock !== (known?.onHand ?? 0)
  if (stockChanges) changes.push({ field: 'stock', before: known?.onHand ?? null, after: stock })
  if (known && changes.length === 0) return { number: row.number, key: known.sku, outcome: 'same', payload: {} }
  return {
    number: row.number,
    key: skuOf(row),
    outcome: known ? 'changed' : 'new',
    payload: {
      productId: known?.id ?? idOfNew(),
      sku: known?.sku ?? skuOf(row),
      title: row.values.title ?? known?.values.title ?? '',
      version: known?.version ?? 0,
      set,
      changes,
      values: row.written,
      ...(costChanges && { cost }),
      ...(costChanges && since !== null && { costSince: since }),
      ...(stockChanges && { stock: { count: stock, seen: known?.movementId ?? '0' } }),
    },
  }
}

const costOn = ({ costs }: KnownProduct, day: Day) => costs.findLast(({ from }) => from <= day)?.cost

/** Barcodes of one article are the same, however many zeros lead them. */
const compared = (field: CatalogueField, value: FieldValue | undefined) =>
  written(field === 'barcodes' && Array.isArray(value) ? value.map(wholeGtin) : value)

const emptied = (value: FieldValue | undefined) => (Array.isArray(value) && value.length === 0 ? null : value)

function checkRow(row: CatalogueRow, layout: CatalogueLayout, known: KnownProduct | undefined): void {
  const { values } = row
  const hasProblem = (field: CatalogueField) => row.problems.some((problem) => problem.field === field)
  if (!known && skuOf(row) && values.title === undefined && !hasProblem('title')) {
    if (layout.places.title === undefined) addProblem(row, layout, 'sku', 'skuNew', skuOf(row))
    else addProblem(row, layout, 'title', 'missing', '')
  }
  if (known?.isKit && typeof values.stock === 'number')
    addProblem(row, layout, 'stock', 'kitNoStock', `${values.stock}`)
  if (values.cost === null && known?.isCostHeld) addProblem(row, layout, 'cost', 'costHeld', '')
}
