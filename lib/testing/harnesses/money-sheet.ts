import type { SheetRow } from '@/lib/core/sheets/sheet-reader'
import { SheetReading } from '@/lib/connect/money-reports/sheet-reading'

export type MoneySheetRows = readonly (readonly string[])[]
export type MoneySheet = { name: string; rows: MoneySheetRows; isHidden?: true }

export const rowsOfSheet = ({ name, rows, isHidden }: MoneySheet): SheetRow[] =>
  rows.map((values, at) => ({
    sheet: name,
    ...(isHidden && { isHidden }),
    number: at + 1,
    cells: new Map(values.flatMap((text, place) => (text === '' ? [] : [[place, { kind: 'text', text }] as const]))),
  }))

/** The items or the problems of each row, and what was not understood as [kind, name, count, cents]. */
export function readMoneySheets(sheets: readonly MoneySheet[]) {
  const reading = new SheetReading()
  const results = [...sheets.flatMap(rowsOfSheet).flatMap((row) => reading.take(row)), ...reading.end()]
  return {
    type: reading.facts().type,
    items: results.map((row) => ('read' in row ? row.read.item : row.problems)),
    unread: reading.unread.list().map(({ kind, name, count, cents }) => [kind, name, count, cents]),
  }
}

export const readMoneySheet = (rows: MoneySheetRows, name = 'Planilha1') => readMoneySheets([{ name, rows }])

/** The listings of a mass_update sheet, below the six rows of its head. */
export const massUpdateRows = (...rows: string[][]): MoneySheetRows => [
  [
    'et_title_product_id',
    'et_title_product_name',
    'et_title_variation_id',
    'et_title_variation_name',
    'et_title_variation_sku',
    'et_title_variation_price',
    'et_title_variation_stock',
  ],
  ['sales_info', 'abc', '0', '123456'],
  ['ID do Produto', 'Nome do Produto', 'Variante Identificador', 'Nome', 'SKU', 'Preço', 'Estoque do Vendedor'],
  [],
  [],
  [],
  ...rows,
]
