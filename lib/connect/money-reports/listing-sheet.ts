import type { ListingField } from './columns'
import type { ListingItem } from './items'
import type { ListingNames, ListingRead } from './listing-rows'
import type { RowCells } from './row-cells'

type Read = { cells: RowCells<ListingField>; item: ListingItem; location: string | null }

/** The listings of a file, which are known at its end: the item's own SKU stands in one of its rows. */
export class ListingSheet {
  private readonly rows = new Map<string, Read[]>()
  private readonly parents = new Map<string, string>()
  /** The item of the latest row. */
  lastItem: ListingNames | null = null

  take(cells: RowCells<ListingField>, { item, parentSku, location }: ListingRead): void {
    this.lastItem = { item: item.item, title: item.title }
    if (parentSku) this.parents.set(item.item, parentSku)
    const key = `${item.item} ${item.model}`
    const known = this.rows.get(key)
    if (known) known.push({ cells, item, location })
    else this.rows.set(key, [{ cells, item, location }])
  }

  /** Rows of one listing at several stock locations are one. Others that say otherwise of it are all refused: the item is null. */
  *end(): Generator<{
    cells: RowCells<ListingField>
    item: ListingItem | null
    more: readonly RowCells<ListingField>[]
  }> {
    for (const rows of this.rows.values()) {
      for (const { item } of rows) item.sku ??= this.parents.get(item.item) ?? null
      const whole = rows.length > 1 ? ofLocations(rows) : rows[0]!.item
      if (whole) {
        const [first, ...more] = rows.map(({ cells }) => cells)
        yield { cells: first!, item: whole, more }
        continue
      }
      for (const { cells } of rows) {
        cells.refuse('item', 'repeated')
        yield { cells, item: null, more: [] }
      }
    }
  }
}

/** The listing with the stock of all its locations; null where the rows differ in more, or two are of one location. */
function ofLocations(rows: readonly Read[]): ListingItem | null {
  const locations = new Set(rows.map(({ location }) => location))
  if (locations.has(null) || locations.size < rows.length) return null
  const merged = { ...rows[0]!.item }
  for (const { item } of rows.slice(1)) {
    const { item: _item, model: _model, stock, ...others } = item
    for (const [field, value] of Object.entries(others) as [keyof typeof others, never][]) {
      if (value === null) continue
      if (merged[field] !== null && merged[field] !== value) return null
      merged[field] = value
    }
    if (stock !== null) merged.stock = (merged.stock ?? 0) + stock
  }
  return merged
}
