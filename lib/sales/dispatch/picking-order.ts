export type Placed = { shelfAddress: string | null; sku: string | null; code: string }

const collator = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' })
const compare = (a: string | null, b: string | null) => {
  if (a === b) return 0
  // A product without a location comes last.
  if (a === null) return 1
  if (b === null) return -1
  return collator.compare(a, b)
}

/** Along the shelves, so that one walk serves all: address, then SKU, then the order's code. A2 comes before A10. */
export const byShelf = (a: Placed, b: Placed): number =>
  compare(a.shelfAddress, b.shelfAddress) || compare(a.sku, b.sku) || collator.compare(a.code, b.code)

/** Where the walk comes by an order first. */
export function firstPlace(items: readonly Omit<Placed, 'code'>[], code: string): Placed {
  const placed = items.map((item) => ({ ...item, code })).sort(byShelf)
  return placed[0] ?? { shelfAddress: null, sku: null, code }
}
