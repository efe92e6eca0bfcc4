import { SheetRefused } from './refusal'

/** What a spreadsheet program itself takes in one cell. */
export const longestCellCharacters = 32_767
/** Many times a product with the longest description. Cells of one shared text count each: each is copied on its way. */
const longestRowCharacters = 250_000

/** The characters of a row's cells, and their number; refuses a row that no list of orders or products has. */
export function sizeOf({ cells }: { cells: ReadonlyMap<number, { text: string }> }): number {
  let characters = cells.size
  for (const { text } of cells.values()) characters += text.length
  if (characters > longestRowCharacters) throw new SheetRefused('importUnsafe')
  return characters
}
