import type { RowFault, SheetRow } from './sheet-reader'

/**
 * The fault of a whole row of a text: the file ends within it, or a delimiter that stands within a value has moved all that follows. Only a text says how wide
 * its rows are: a spreadsheet writes all cells in each of them, and notes beside a table widen its headings as well.
 */
export function rowFault(row: SheetRow, headingsWidth: number | undefined): RowFault | null {
  if (row.fault) return row.fault
  if (headingsWidth === undefined || row.width === undefined) return null
  if (row.width <= headingsWidth) return row.isOpen && row.width < headingsWidth ? 'rowCut' : null
  for (const at of row.cells.keys()) if (at >= headingsWidth) return 'rowShifted'
  return null
}
