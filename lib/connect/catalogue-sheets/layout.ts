import { findPlaces, recognizeHeadings, type Places } from '@/lib/core/sheets/heading-names'
import { listHeadings, type Headings } from '../order-imports/sheet-layouts'
import {
  neededOf,
  shapeOf,
  traitsOf,
  type CatalogueField,
  type SheetShape,
  type SheetSource,
  type SheetUnits,
} from './fields'
import { catalogueSources } from './sources'

/** The meaning of one sheet's columns. */
export type CatalogueLayout = {
  source: SheetSource
  shape: SheetShape
  places: Places<CatalogueField>
  headings: Headings
  units: SheetUnits
  zeroIsEmpty: boolean
}

/** A person's mapping of the columns, stored for the next sheet with the same headings. */
export type SavedCatalogueLayout = Pick<CatalogueLayout, 'places' | 'units' | 'zeroIsEmpty'>

export function layoutOf(headings: ReadonlyMap<number, string>, seesMoney: boolean): CatalogueLayout | null {
  const result = recognizeHeadings(headings, catalogueSources)
  if (!result) return null
  const count = ({ columns }: (typeof catalogueSources)[number]) => Object.keys(findPlaces(headings, columns)).length
  const [source] = catalogueSources.filter(({ name }) => name === result.source).toSorted((a, b) => count(b) - count(a))
  const { units, zeroIsEmpty } = source!
  const { source: name, places } = result
  return finish({ source: name, places, headings: listHeadings(headings), units, zeroIsEmpty }, seesMoney)
}

export const layoutFromSaved = (
  headings: ReadonlyMap<number, string>,
  saved: SavedCatalogueLayout,
  seesMoney: boolean,
): CatalogueLayout | null => finish({ ...saved, source: 'own', headings: listHeadings(headings) }, seesMoney)

function finish(layout: Omit<CatalogueLayout, 'shape'>, seesMoney: boolean): CatalogueLayout | null {
  const places = Object.fromEntries(
    Object.entries(layout.places).filter(([field]) => seesMoney || !traitsOf(field as CatalogueField).money),
  ) as Places<CatalogueField>
  const shape = shapeOf(places)
  return neededOf[shape].some((field) => places[field] === undefined) ? null : { ...layout, places, shape }
}
