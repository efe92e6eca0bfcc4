import type { Cell } from '@/lib/core/sheets/sheet-reader'
import { maxListingUnits, type RowProblem } from './schema'
import { foldText } from '@/lib/core/text/fold-text'

/** The headings of the columns, in either language; the first one of each is written. */
export const sheetColumns = {
  itemId: ['ID do anúncio', 'Item ID'],
  modelId: ['ID da variação', 'Variation ID'],
  shop: ['Loja', 'Shop'],
  title: ['Anúncio', 'Listing'],
  variation: ['Variação', 'Variation'],
  listingSku: ['SKU do anúncio', 'Listing SKU'],
  revenue: ['Vendas em 90 dias', 'Sales in 90 days'],
  sku: ['SKU do produto', 'Product SKU'],
  quantity: ['Unidades por anúncio', 'Units per listing'],
  suggestion: ['Sugestão (SKU)', 'Suggestion (SKU)'],
} as const
export type SheetColumn = keyof typeof sheetColumns
export const sheetColumnNames = Object.keys(sheetColumns) as SheetColumn[]

export type SheetLine = { row: number; itemId: string; modelId: string; shop: string; sku: string; quantity: string }

const fold = (text: string) => foldText(text).trim()

/** Where each column stands; null where the item's id or the product's SKU has none. */
export function findColumns(heading: Map<number, Cell>): Map<SheetColumn, number> | null {
  const results = new Map<SheetColumn, number>()
  for (const [index, { text }] of heading)
    for (const name of sheetColumnNames)
      if (sheetColumns[name].some((known) => fold(known) === fold(text))) results.set(name, index)
  return results.has('itemId') && results.has('sku') ? results : null
}

/** Null for a row without a product's SKU: nothing is asked of it. */
export function readLine(
  number: number,
  cells: Map<number, Cell>,
  columns: Map<SheetColumn, number>,
): SheetLine | null {
  const text = (name: SheetColumn) => {
    const at = columns.get(name)
    const cell = at === undefined ? undefined : cells.get(at)
    return (cell?.text ?? '').trim().replace(/^'/, '')
  }
  const sku = text('sku')
  if (!sku) return null
  return {
    row: number,
    itemId: text('itemId'),
    modelId: text('modelId') || '0',
    shop: text('shop'),
    sku,
    quantity: text('quantity'),
  }
}

export type KnownListing = {
  id: string
  shopName: string
  itemId: string
  modelId: string
  productId: string | null
  productQuantity: number
}
export type KnownProduct = { id: string; sku: string; archived: boolean }
export type JudgedLine =
  | { line: SheetLine; problem: RowProblem }
  | { line: SheetLine; listing: KnownListing; productId: string; quantity: number }

const key = (itemId: string, modelId: string) => `${itemId} ${modelId}`

export function judgeLines(
  lines: readonly SheetLine[],
  listings: readonly KnownListing[],
  products: readonly KnownProduct[],
  /** The product that an unknown number is with other leading zeros: asked, never taken. */
  zeroTwins: ReadonlyMap<string, string> = new Map(),
): JudgedLine[] {
  const byIds = new Map<string, KnownListing[]>()
  for (const listing of listings) {
    const at = key(listing.itemId, listing.modelId)
    byIds.set(at, [...(byIds.get(at) ?? []), listing])
  }
  const bySku = new Map(products.map((product) => [product.sku.toLowerCase(), product]))
  const seen = new Set<string>()
  return lines.map((line) => {
    const bad = (reason: RowProblem['reason'], value: string): JudgedLine => ({
      line,
      problem: { row: line.row, reason, value },
    })
    const byId = byIds.get(key(line.itemId, line.modelId)) ?? []
    const named = line.shop ? byId.filter(({ shopName }) => fold(shopName) === fold(line.shop)) : byId
    const [listing, second] = named
    if (!listing) return bad('listingUnknown', `${line.itemId} / ${line.modelId}`)
    if (second) return bad('listingAmbiguous', `${line.itemId} / ${line.modelId}`)
    if (seen.has(listing.id)) return bad('repeated', `${line.itemId} / ${line.modelId}`)
    seen.add(listing.id)
    const product = bySku.get(line.sku.toLowerCase())
    const twin = zeroTwins.get(line.sku)
    if (!product) return bad('productUnknown', twin === undefined ? line.sku : `${line.sku} (${twin}?)`)
    if (product.archived) return bad('productArchived', line.sku)
    const quantity = line.quantity === '' ? 1 : Number(line.quantity)
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > maxListingUnits)
      return bad('quantityInvalid', line.quantity)
    return { line, listing, productId: product.id, quantity }
  })
}
