import { SheetRefused } from './refusal'

/** The longest cell that a spreadsheet program takes. */
const longestCellCharacters = 32_767
/** More than twice a product with the longest description. Cells of one shared text count each: each is copied on its way. */
const longestRowCharacters = 250_000

/** The text and what goes on with it; refuses what no cell holds. */
export function longerText(text: string, more: string): string {
  if (text.length + more.length > longestCellCharacters) throw new SheetRefused('importUnsafe')
  return text + more
}

/** The characters of a row so far; refuses a row that no list of orders or products has. */
export function longerRow(characters: number, cell: { text: string }): number {
  const longer = characters + 1 + cell.text.length
  if (longer > longestRowCharacters) throw new SheetRefused('importUnsafe')
  return longer
}

/** The characters of a row's cells, and their number. */
export function sizeOf({ cells }: { cells: ReadonlyMap<number, { text: string }> }): number {
  let characters = 0
  for (const cell of cells.values()) characters = longerRow(characters, cell)
  return characters
}
