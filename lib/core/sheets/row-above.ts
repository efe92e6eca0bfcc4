import type { SheetRow } from './sheet-reader'

const isBlank = ({ cells }: SheetRow, at: number | undefined): boolean =>
  at === undefined || /^\s*$/.test(cells.get(at)?.text ?? '')

export type SharedPlaces = {
  /** All of them are empty in a row that goes on with the one above it. */
  empty: readonly (number | undefined)[]
  /** One that such a row has. */
  own: number | undefined
  /** Those that it takes from above where they are empty. */
  shared: readonly (number | undefined)[]
}

/** Programs and people write an order's own cells once, merged over the rows of its items: a row of an item without them has those of the row above. */
export function withRowAbove(
  row: SheetRow,
  above: SheetRow | null,
  { empty, own, shared }: SharedPlaces,
): SheetRow | null {
  if (!above || isBlank(row, own) || !empty.every((at) => isBlank(row, at))) return null
  const cells = new Map(row.cells)
  for (const at of shared) {
    const cell = at === undefined || !isBlank(row, at) ? undefined : above.cells.get(at)
    if (at !== undefined && cell) cells.set(at, cell)
  }
  return { ...row, cells }
}
