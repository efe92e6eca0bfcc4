#!/bin/sh
# SheetJS (xlsx 0.18.5, the newest in the npm registry): text with a decimal comma, as Brazil's and most of Europe's files have it, is not kept as
# text where it is read from CSV or from an HTML table (what many shops' "xls" exports are): it becomes another number. Commas are taken
# out as thousands, so that 1,50 is 150 and 12,5% is 1.25; 1.234,56 is 1.23456. It is so too where the separator is a semicolon, which it finds out
# by itself, and which already says that the comma is none. An amount with "R$" before it stays text, so that one column has both. Codes go the
# same way: 1E5 is 100000, 007 is 7. Nothing is reported, and sums are plausible. What helps: { raw: true } in read(), for both kinds
# of file (not the option of the same name of sheet_to_json, which comes too late).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent xlsx@0.18.5
cat > look.mjs <<'JS'
import * as XLSX from 'xlsx'
const values = ['1,50', '1.234,56', '12,5%', 'R$ 1,50', '1E5', '007']
const files = {
  csv: `value;n\n${values.map((value) => `${value};1\n`).join('')}`,
  html: `<html><table><tr><td>value</td></tr>${values.map((value) => `<tr><td>${value}</td></tr>`).join('')}</table></html>`,
}
for (const [kind, file] of Object.entries(files))
  for (const raw of [false, true]) {
    const rows = XLSX.utils.sheet_to_json(XLSX.read(file, { type: 'string', raw }).Sheets.Sheet1)
    console.log(`${kind}${raw ? ', raw' : ''}: ${rows.map(({ value }) => JSON.stringify(value)).join(' ')}`)
  }
JS
TZ=UTC node look.mjs | tee seen
cat > wanted <<'TEXT'
csv: 150 1.23456 1.25 "R$ 1,50" 100000 7
csv, raw: "1,50" "1.234,56" "12,5%" "R$ 1,50" "1E5" "007"
html: 150 1.23456 1.25 "R$ 1,50" 100000 7
html, raw: "1,50" "1.234,56" "12,5%" "R$ 1,50" "1E5" "007"
TEXT
diff wanted seen && echo 'as stated'
