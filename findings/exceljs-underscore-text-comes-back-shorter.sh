#!/bin/sh
# ExcelJS 4.4.0 changes a text that it writes itself: 'KIT_x0041_B' comes back as 'KITAB', without an error. Office Open XML writes letters
# that XML cannot hold as _xHHHH_, so a text that merely looks so has to have its underscore written as _x005F_ (ECMA-376 part 1, 22.9.2.19,
# ST_Xstring). ExcelJS decodes the form where it reads shared texts and never encodes it where it writes. Where the same text stands in the
# cell itself, as its streaming writer puts it, ExcelJS does not decode at all: one text read from two valid files is two texts. Codes of
# articles and names of fields have such letters; who writes sheets for others has to escape them before they go in.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent exceljs@4.4.0
cat > look.mjs <<'JS'
import ExcelJS from 'exceljs'
const sku = 'KIT_x0041_B'
const read = async (path) => (await new ExcelJS.Workbook().xlsx.readFile(path)).worksheets[0].getCell('A1').value
const whole = new ExcelJS.Workbook()
whole.addWorksheet('A').addRow([sku])
await whole.xlsx.writeFile('whole.xlsx')
const stream = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: 'stream.xlsx', useSharedStrings: false })
const sheet = stream.addWorksheet('A')
// Escaped as the standard asks for: the same text to every reader that follows it.
sheet.addRow([sku.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')]).commit()
sheet.commit()
await stream.commit()
console.log(`written ${sku}, read from shared texts: ${await read('whole.xlsx')}`)
console.log(`escaped in its cell, read: ${await read('stream.xlsx')}`)
JS
node look.mjs | tee seen
printf '%s\n' 'written KIT_x0041_B, read from shared texts: KITAB' 'escaped in its cell, read: KIT_x005F_x0041_B' > wanted
diff wanted seen && echo 'as stated'
