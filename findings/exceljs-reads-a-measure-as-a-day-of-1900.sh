#!/bin/sh
# ExcelJS 4.4.0 reads a number whose format names a unit as a day of the year 1900. Whether a cell is a date follows from its format's letters;
# quoted text and what stands in brackets is left out before they are looked for, but not a letter behind a backslash, nor the width of a letter
# behind an underscore, which are literal too (ECMA-376 part 1, 18.8.31). Spreadsheet programs write both: 0.000\ \m\³ for a volume,
# 0\ \d for a term in days, 0.00_d to align columns. With the unit in quotes the number is read. No error: a parcel of 0.036 m³ is a
# moment of 30 December 1899, a term of 30 days is 29 January 1900. SheetJS 0.18.5 reads the same file's numbers.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent exceljs@4.4.0 xlsx@0.18.5
cat > look.mjs <<'JS'
import ExcelJS from 'exceljs'
import * as XLSX from 'xlsx'
const formats = ['0\\ \\d', '0.000\\ \\m\\³', '0.00_d', '0" d"', '0\\ \\u\\n', 'dd/mm/yyyy']
const book = new ExcelJS.Workbook()
const written = book.addWorksheet('Terms')
formats.forEach((numFmt, at) => Object.assign(written.getCell(1, at + 1), { value: 30, numFmt }))
const file = Buffer.from(await book.xlsx.writeBuffer())
const { worksheets: [read] } = await new ExcelJS.Workbook().xlsx.load(file)
const other = XLSX.read(file, { cellDates: true }).Sheets.Terms
const show = (value) => (value instanceof Date ? 'a date' : String(value))
formats.forEach((numFmt, at) => {
  const cell = read.getCell(1, at + 1)
  console.log(`${numFmt}: ExcelJS ${show(cell.value)}, SheetJS ${show(other[cell.address].v)}`)
})
JS
TZ=UTC node look.mjs | tee seen
cat > wanted <<'TXT'
0\ \d: ExcelJS a date, SheetJS 30
0.000\ \m\³: ExcelJS a date, SheetJS 30
0.00_d: ExcelJS a date, SheetJS 30
0" d": ExcelJS 30, SheetJS 30
0\ \u\n: ExcelJS 30, SheetJS 30
dd/mm/yyyy: ExcelJS a date, SheetJS a date
TXT
diff wanted seen && echo 'as stated'
