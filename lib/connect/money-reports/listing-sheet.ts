import type { ListingField } from './columns'
import type { ListingItem } from './items'
import type { ListingRead } from './listing-rows'
import type { RowCells } from './row-cells'

type Read = { cells: RowCells<ListingField>; item: ListingItem }

/** The listings of a file, which are known at its end: the item's own SKU stands in one of its rows. */
export class ListingSheet {
  private readonly rows = new Map<string, Read[]>()
  private readonly parents = new Map<string, string>()

  take(cells: RowCells<ListingField>, { item, parentSku }: ListingRead): void {
    if (parentSku) this.parents.set(item.item, parentSku)
    const key = `${item.item} ${item.model}`
    const known = this.rows.get(key)
    if (known) known.push({ cells, item })
    else this.rows.set(key, [{ cells, item }])
  }

  /** Two rows that say otherwise of one listing are both refused: the item is null. */
  *end(): Generator<{ cells: RowCells<ListingField>; item: ListingItem | null }> {
    for (const rows of this.rows.values())
      for (const { cells, item } of rows) {
        item.sku ??= this.parents.get(item.item) ?? null
        if (rows.length > 1) cells.refuse('item', 'repeated')
        yield { cells, item: rows.length > 1 ? null : item }
      }
  }
}
