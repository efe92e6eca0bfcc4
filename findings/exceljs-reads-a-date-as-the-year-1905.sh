#!/bin/sh
# ExcelJS 4.4.0 reads a valid date of another writer as 18 July 1905. Office Open XML lets a cell hold a date as ISO 8601 text (t="d", ECMA-376
# part 1, 18.18.11; it is what "Strict Open XML" saves, and what SheetJS 0.18.5 writes with cellDates: true). ExcelJS does not know the
# type: it takes parseFloat of '2026-11-29T00:00:00.000Z', which is 2026, for the number of a day since 1900. So each date of one year is the same day
# of 1905, in a cell whose format is a date, without an error; a cell that has no date format is the number 2026. SheetJS reads
# both, so that one program's export and another's import agree on everything but the days. Written without cellDates both agree.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent exceljs@4.4.0 xlsx@0.18.5
cat > look.mjs <<'JS'
import ExcelJS from 'exceljs'
import * as XLSX from 'xlsx'
const days = [new Date('2026-01-05T00:00:00Z'), new Date('2026-11-29T00:00:00Z')]
const dayOf = (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : String(value))
for (const cellDates of [true, false]) {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([['Paid', 'Sent'], days], { cellDates }), 'Sales')
  const file = XLSX.write(book, { type: 'buffer', bookType: 'xlsx', cellDates })
  const read = XLSX.read(file, { cellDates: true }).Sheets.Sales
  console.log(`cellDates ${cellDates}, SheetJS reads: ${dayOf(read.A2.v)} ${dayOf(read.B2.v)}`)
  const { worksheets: [sheet] } = await new ExcelJS.Workbook().xlsx.load(file)
  console.log(`cellDates ${cellDates}, ExcelJS reads: ${dayOf(sheet.getCell('A2').value)} ${dayOf(sheet.getCell('B2').value)}`)
}
JS
TZ=UTC node look.mjs | tee seen
cat > wanted <<'TEXT'
cellDates true, SheetJS reads: 2026-01-05 2026-11-29
cellDates true, ExcelJS reads: 1905-07-18 1905-07-18
cellDates false, SheetJS reads: 2026-01-05 2026-11-29
cellDates false, ExcelJS reads: 2026-01-05 2026-11-29
TEXT
diff wanted seen && echo 'as stated'
