import { boardColumns, type BoardColumn } from '@/lib/insight/productivity/schema'

/** Where a dragged card would stand: the column under the pointer, or the nearest one, before the first card whose middle is below it. */
export function placeUnder(
  board: HTMLElement,
  x: number,
  y: number,
  id: string,
): { column: BoardColumn; index: number } {
  const columns = [...board.querySelectorAll<HTMLElement>('[data-column]')]
  const distance = (box: DOMRect) => Math.max(box.left - x, x - box.right, 0) + Math.max(box.top - y, y - box.bottom, 0)
  const [nearest] = columns.toSorted(
    (a, b) => distance(a.getBoundingClientRect()) - distance(b.getBoundingClientRect()),
  )
  const cards = [...nearest!.querySelectorAll<HTMLElement>('[data-card-id]')].filter(
    (card) => card.dataset.cardId !== id,
  )
  const below = cards.findIndex((card) => {
    const box = card.getBoundingClientRect()
    return y < box.top + box.height / 2
  })
  const column = boardColumns.find((known) => known === nearest!.dataset.column)!
  return { column, index: below < 0 ? cards.length : below }
}
