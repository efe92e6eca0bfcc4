import { foldHeading } from '@/lib/core/sheets/heading-names'
import type { OtherMarket, UnknownSheet } from '../order-imports/sheet-layouts'

const amazon = /^(amazon-?order-?id|order-item-id|asin|item-price|settlement-id|id de liquidacao|tarifas (de )?fba)$/
const magalu = /magalu|magazine ?luiza|integra ?commerce/
const magaluOrder = /^LU-?\d{6,}$/

/** The market of an unknown sheet of sales, in whose reports a price is of all units of a row. */
function marketOf({ headings, sample }: Pick<UnknownSheet, 'headings' | 'sample'>): OtherMarket | null {
  const names = headings.map(([, text]) => foldHeading(text))
  if (names.some((name) => amazon.test(name))) return 'amazon'
  const cells = sample.flatMap((row) => row.map(([, text]) => text.trim()))
  if ([...names, ...cells.map(foldHeading)].some((text) => magalu.test(text))) return 'magalu'
  return cells.some((text) => magaluOrder.test(text)) ? 'magalu' : null
}

/** An amount that seems to be one unit's is the whole row's. */
export function withMarket(sheet: UnknownSheet): UnknownSheet {
  const market = marketOf(sheet)
  if (!market) return sheet
  const { unitPrice, ...places } = sheet.places
  return { ...sheet, places: { ...places, ...(unitPrice !== undefined && { rowTotal: unitPrice }) }, market }
}
