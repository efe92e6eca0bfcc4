import { parse } from 'csv-parse/sync'

// Spreadsheets also take the full-width forms for the start of a formula.
const startsFormula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/
// A reader with the other separator gets cells that begin in the middle of ours.
const startsInside = /([,;\t\r\n]\s*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g
// Characters that neither CSV readers nor XML can take.
const unprintable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu
const needsQuotes = /[";\t\r\n]|^\s|\s$/
const bom = '\uFEFF'

/** A text for a cell, against CSV injection: what a spreadsheet would take for a formula is marked as text. For texts only: numbers keep their sign. */
export function safeText(text: string): string {
  const plain = text.replace(unprintable, '')
  return startsFormula.test(plain) ? `'${plain}` : plain
}

/** The same for a cell of a CSV file, whichever separator it is opened with. */
export const safeCsvText = (text: string): string => safeText(text).replace(startsInside, "$1'")

const quoted = (text: string): string => (needsQuotes.test(text) ? `"${text.replace(/"/g, '""')}"` : text)

/** For Excel in Brazil: semicolons and a byte order mark. A text becomes safe; what `isNumber` names stays as it is. */
export function csvFile(
  rows: readonly (readonly string[])[],
  isNumber: (text: string) => boolean = () => false,
): string {
  const cell = (text: string) => quoted(isNumber(text) ? text : safeCsvText(text))
  return bom + rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('')
}

/** The cells of the first rows of such a file. */
export const readCsvFile = (file: string, rows: number): string[][] =>
  parse(file, { bom: true, delimiter: ';', relax_column_count: true, to: rows })
