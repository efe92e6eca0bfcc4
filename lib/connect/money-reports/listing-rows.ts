import { wallToInstant } from '@/lib/core/sheets/cell-values'
import type { ListingField } from './columns'
import type { ListingItem } from './items'
import type { RowCells } from './row-cells'

/** Below its headings a template has so many rows of the shop's number, words for people and instructions at most. */
const templateRows = 6
const isId = (text: string | null) => text !== null && /^\d{4,20}$/.test(text)

/** Above the listings, what the template says: whose the file is, and how to fill it in. */
export const isTemplateRow = (cells: RowCells<ListingField>, headingsAt: number): boolean =>
  cells.row.number <= headingsAt + templateRows && !/^\d[\d.,]{3,}(e\+?\d+)?$/i.test(cells.note('item', 60) ?? '')

/** `location`: where the stock of the row lies; null in a file that does not tell locations apart. */
export type ListingRead = { item: ListingItem; parentSku: string | null; location: string | null }

export function readListingRow(cells: RowCells<ListingField>): ListingRead | null {
  const item = cells.code('item')
  const title = cells.note('title', 500)
  const reported = cells.note('model', 60)?.replace(/^(\d+)[.,]0+$/, '$1') ?? null
  const model = reported === null || /^0+$/.test(reported) ? '0' : reported
  const [price, stock, gtin] = [cells.money('price'), cells.units('stock'), cells.gtin('gtin')]
  const [sku, parentSku] = [cells.note('sku', 200), cells.note('parentSku', 200)]
  if (item !== null && !isId(item)) cells.refuse('item', 'notCode')
  if (model !== '0' && !isId(model)) cells.refuse('model', 'notCode')
  if (title === null) cells.refuse('title', 'missing')
  if (cells.problems.length > 0 || !item || title === null) return null
  const variation = model === '0' ? null : cells.note('variation', 300)
  const isWhole = cells.has('model') || cells.has('stock') || cells.has('price')
  return {
    item: { item, model, sku, title, variation, price, stock, gtin, isWhole },
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
