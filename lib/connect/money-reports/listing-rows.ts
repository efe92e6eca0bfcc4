import { wallToInstant } from '@/lib/core/sheets/cell-values'
import type { ListingField } from './columns'
import type { ListingItem } from './items'
import type { RowCells } from './row-cells'

/** Below its headings a template has so many rows of the shop's number, words for people and instructions at most. */
const templateRows = 6
const isId = (text: string | null) => text !== null && /^\d{4,20}$/.test(text)

const isNumber = (text: string | null) => /^\d[\d.,]{3,}(e\+?\d+)?$/i.test(text ?? '')

/** Above the listings, what the template says: whose the file is, which may stand under any heading, and how to fill it in. */
export const isTemplateRow = (cells: RowCells<ListingField>, headingsAt: number): boolean =>
  cells.row.number <= headingsAt + templateRows &&
  !isNumber(cells.note('item', 60)) &&
  (cells.note('item', 60) !== null || !isNumber(cells.note('model', 60)))

/** `location`: where the stock of the row lies; null in a file that does not tell locations apart. */
export type ListingRead = { item: ListingItem; parentSku: string | null; location: string | null }

export type ListingNames = { item: string; title: string }

/** `above`: the item of the row above. Where a sheet's cells are merged the item stands in the first row of its variations alone. */
export function readListingRow(cells: RowCells<ListingField>, above: ListingNames | null = null): ListingRead | null {
  const isMerged = above !== null && cells.note('item', 60) === null && cells.note('model', 60) !== null
  const item = isMerged ? above.item : cells.code('item')
  const title = cells.note('title', 500) ?? (isMerged || (above !== null && above.item === item) ? above.title : null)
  const reported = cells.note('model', 60)?.replace(/^(\d+)[.,]0+$/, '$1') ?? null
  const model = reported === null || /^0+$/.test(reported) ? '0' : reported
  const [price, stock, gtin] = [cells.price('price'), cells.units('stock'), cells.gtin('gtin')]
  const [sku, parentSku] = [cells.label('sku', 200), cells.label('parentSku', 200)]
  if (item !== null && !isId(item)) cells.refuse('item', 'notCode')
  if (model !== '0' && !isId(model)) cells.refuse('model', 'notCode')
  if (cells.problems.length > 0 || !item) return null
  if (title === null) cells.doubt('title', 'missing')
  const variation = model === '0' ? null : cells.label('variation', 300)
  const isWhole = cells.has('model') || cells.has('stock') || cells.has('price')
  return {
    item: { item, model, sku, title: title ?? item, variation, price, stock, gtin, isWhole },
    parentSku,
    location: cells.note('location', 100),
  }
}

/** When the platform made the file, as its name says: mass_update_sales_info_<shop>_20261128093000.xlsx. */
export function madeAt(fileName: string): Date | null {
  const match = /(?<!\d)(20\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?!\d)/.exec(fileName)
  if (!match) return null
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number)
  const wall = Date.UTC(year!, month! - 1, day, hour, minute, second)
  const isReal = new Date(wall).toISOString().replace(/\D/g, '').startsWith(match[0])
  return isReal ? new Date(wallToInstant(wall)) : null
}
