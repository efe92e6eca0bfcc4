import type { ListingStatField } from './columns'
import { listingStatCounts, type ListingStatItem } from './items'
import type { UnreadList } from '@/lib/core/sheets/unread'
import { daysIn, type RowCells } from './row-cells'
import { makeRowTwice } from './row-twice'
import { conversionOf, hasMore } from './stat-rows'

export const listingStatFigures = [...listingStatCounts, 'conversion', 'sales'] as const
const isId = (text: string | null) => text !== null && /^\d{4,20}$/.test(text)

/** A listing of the products' performance; `part` for the row of one variation or of an hour, whose figures are in the listing's own. */
export function readListingStatRow(cells: RowCells<ListingStatField>): ListingStatItem | 'part' | null {
  const item = cells.code('item')
  const title = cells.note('title', 500)
  if (item !== null && !isId(item)) cells.refuse('item', 'notCode')
  if (cells.problems.length > 0 || !item) return null
  const model = cells.note('model', 60)
  if (model !== null && !/^0+$/.test(model)) return 'part'
  if (/\d{2}:\d{2}/.test(cells.note('at', 60) ?? '')) return 'part'
  const counts = Object.fromEntries(listingStatCounts.map((field) => [field, cells.whole(field)])) as Pick<
    ListingStatItem,
    (typeof listingStatCounts)[number]
  >
  const { units: orders, visitors } = counts
  return {
    item,
    title: title ?? item,
    sku: cells.note('sku', 200),
    ...counts,
    conversion: conversionOf(cells, { orders, visitors }),
    sales: cells.money('sales'),
  }
}

type Read = { cells: RowCells<ListingStatField>; item: ListingStatItem; days: Set<string> }

/** The listings of a file, which are known at its end: one that stands in several lists of it is one listing. */
export class ListingStatSheets {
  private readonly items = new Map<string, Read>()
  private readonly parts = new Map<string, string>()
  private readonly twice = makeRowTwice()

  /**
   * Answers whether the row could be read. A different figure of the same listing in the file counts where it is more,
   * and is reported.
   */
  take(cells: RowCells<ListingStatField>, unread: UnreadList): boolean {
    const item = readListingStatRow(cells)
    if (!item) return false
    if (item === 'part') {
      const field = cells.note('model', 60) === null ? 'at' : 'model'
      this.parts.set(cells.note('item', 60)!, cells.headingOf(field))
      return true
    }
    const before = this.items.get(item.item)
    const days = new Set([...(before?.days ?? []), ...dayOf(cells)])
    if (this.twice(cells.said()) || (before && days.size < 2 && isOther(before.item, item)))
      unread.add({ kind: 'repeat', name: item.item })
    this.items.set(item.item, before ? { ...before, item: together(before.item, item), days } : { cells, item, days })
    return true
  }

  /** Listings with variations, hours or several days alone in the file are reported: their visitors cannot be added up. */
  end(unread: UnreadList): readonly Read[] {
    for (const { cells, item, days } of this.items.values()) {
      if (days.size < 2) continue
      this.parts.set(item.item, cells.headingOf('at'))
      this.items.delete(item.item)
    }
    for (const [item, place] of this.parts) if (!this.items.has(item)) unread.add({ kind: 'row', name: item, place })
    return [...this.items.values()]
  }
}

/** The day of a row of one day. */
function dayOf(cells: RowCells<ListingStatField>): readonly string[] {
  const days = daysIn((cells.note('at', 60) ?? '').replace(/(\d{2})-(\d{2})-(\d{4})/g, '$1/$2/$3'))
  return days.length === 1 ? days : []
}

const isOther = (before: ListingStatItem, item: ListingStatItem) =>
  listingStatFigures.some((field) => before[field] !== null && item[field] !== null && before[field] !== item[field])

function together(before: ListingStatItem, item: ListingStatItem): ListingStatItem {
  const [more, less] = hasMore(listingStatFigures, before, item) ? [item, before] : [before, item]
  const figures = Object.fromEntries(listingStatFigures.map((field) => [field, more[field] ?? less[field]]))
  return { ...more, sku: more.sku ?? less.sku, ...figures }
}
