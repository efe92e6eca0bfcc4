#!/bin/sh
# An order code of letters and digits read from CSV as text comes back as a number, and in one form as another valid code. A code like
# 26100812345E12 (a day, then letters and digits) is also a number in scientific notation. ExcelJS 4.4.0's CSV reader, xlsx 0.18.5 (SheetJS) and
# csv-parse 6.1.0 with `cast` make numbers of whatever Number() takes, quoted or not: 26100812345E12 becomes 2.6100812345e+22 and
# 261008123456E2 becomes 26100812345600, fourteen digits that look like a code of the same kind. Nothing is thrown, and a lookup by code
# misses or finds another order. CSV has no types, so quotes do not help: only the readers' own switches do (map, raw, no cast).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent exceljs@4.4.0 xlsx@0.18.5 csv-parse@6.1.0
cat > look.mjs <<'JS'
import ExcelJS from 'exceljs'
import xlsx from 'xlsx'
import { parse } from 'csv-parse/sync'
import { writeFileSync } from 'node:fs'
const text = 'code\n"26100812345E12"\n"261008123456E2"\n'
writeFileSync('orders.csv', text)
const show = (name, codes) => console.log(`${name}: ${codes.map((code) => `${typeof code} ${code}`).join(', ')}`)
const exceljs = async (options) => {
  const sheet = await new ExcelJS.Workbook().csv.readFile('orders.csv', options)
  return [2, 3].map((row) => sheet.getCell(`A${row}`).value)
}
const sheetjs = (options) => {
  const { Sheets } = xlsx.read(text, { type: 'string', ...options })
  return ['A2', 'A3'].map((at) => Sheets.Sheet1[at].v)
}
const parsed = (options) => parse(text, { from: 2, ...options }).flat()
show('exceljs', await exceljs())
show('exceljs, map', await exceljs({ map: (value) => value }))
show('xlsx', sheetjs())
show('xlsx, raw', sheetjs({ raw: true }))
show('csv-parse, cast', parsed({ cast: true }))
show('csv-parse', parsed())
JS
node look.mjs | tee seen
number='number 2.6100812345e+22, number 26100812345600'
plain='string 26100812345E12, string 261008123456E2'
printf '%s\n' "exceljs: $number" "exceljs, map: $plain" "xlsx: $number" "xlsx, raw: $plain" "csv-parse, cast: $number" "csv-parse: $plain" > wanted
diff wanted seen && echo 'as stated'
