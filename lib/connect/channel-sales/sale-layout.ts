import { recognizeHeadings, type Places } from '@/lib/core/sheets/heading-names'
import { listHeadings } from '../order-imports/sheet-layouts'
import { channelOfSource, lackingSaleFields, saleSources, type SaleField, type SaleLayout } from './fields'

export type SavedSaleLayout = { places: Places<SaleField> }

export function saleLayoutOf(headings: ReadonlyMap<number, string>): SaleLayout | null {
  const result = recognizeHeadings(headings, saleSources)
  if (!result || lackingSaleFields(result.places).length > 0) return null
  const channel = channelOfSource[result.source]
  return { places: result.places, headings: listHeadings(headings), ...(channel && { channel }) }
}

export const saleLayoutFromSaved = (
  headings: ReadonlyMap<number, string>,
  { places }: SavedSaleLayout,
): SaleLayout | null => (lackingSaleFields(places).length > 0 ? null : { places, headings: listHeadings(headings) })
