#!/bin/sh
# SheetJS (xlsx 0.18.5, the newest in the npm registry) with the machine's zone America/Sao_Paulo: a day that it writes is the day before.
# It counts from 30 December 1899 in the machine's zone. São Paulo kept its own sun time then, 3:06:28 behind UTC, while getTimezoneOffset()
# knows whole minutes only: 28 seconds are lost, and new Date(2026, 10, 29) is stored as 28 November, 23:59:32. A spreadsheet shows 28/11/2026,
# ExcelJS reads the 28th, and SheetJS itself comes back one second short. Dates of another writer gain 28 seconds when it reads them. In
# Bahia and Manaus it is four seconds; under TZ=UTC, where servers and tests run, none, so that it is seen only in sellers' own browsers.
# What helps: write numbers of days (days since 1899-12-30, counted in UTC) with a cell format of your own.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent exceljs@4.4.0 xlsx@0.18.5
cat > look.mjs <<'JS'
import ExcelJS from 'exceljs'
import * as XLSX from 'xlsx'
const day = new Date(2026, 10, 29)
const number = (Date.UTC(2026, 10, 29) - Date.UTC(1899, 11, 30)) / 86_400_000
const book = XLSX.utils.book_new()
XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([[day, { t: 'n', v: number, z: 'dd/mm/yyyy' }]]), 'Sales')
const file = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })
const { worksheets: [sheet] } = await new ExcelJS.Workbook().xlsx.load(file)
const [asDate, asNumber] = ['A1', 'B1'].map((cell) => sheet.getCell(cell).value.toISOString().slice(0, 19))
console.log(`${process.env.TZ}, 29 November: as Date ${asDate}, as number ${asNumber}`)
const own = new ExcelJS.Workbook()
own.addWorksheet('Sales').addRow([new Date('2026-11-29T10:00:00Z')])
const read = XLSX.read(await own.xlsx.writeBuffer(), { cellDates: true }).Sheets.Sales.A1.v
console.log(`${process.env.TZ}, 10:00:00 of ExcelJS is read as ${read.toTimeString().slice(0, 8)}`)
JS
for zone in UTC America/Sao_Paulo; do TZ=$zone node look.mjs; done | tee seen
cat > wanted <<'TEXT'
UTC, 29 November: as Date 2026-11-29T00:00:00, as number 2026-11-29T00:00:00
UTC, 10:00:00 of ExcelJS is read as 10:00:00
America/Sao_Paulo, 29 November: as Date 2026-11-28T23:59:32, as number 2026-11-29T00:00:00
America/Sao_Paulo, 10:00:00 of ExcelJS is read as 10:00:28
TEXT
diff wanted seen && echo 'as stated'
