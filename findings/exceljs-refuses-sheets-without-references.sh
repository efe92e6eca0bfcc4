#!/bin/sh
# ExcelJS 4.4.0 cannot read a worksheet whose rows and cells carry no reference, although Office Open XML makes the attribute `r` of <row>
# and of <c> optional (ECMA-376 part 1, 18.3.1.73 and 18.3.1.4: without it, the place follows from the order). Programs that write sheets
# as a stream leave it out to save bytes, and spreadsheet programs open such files. Of the same three rows, with references and without:
# both readers take the first; of the second the workbook reader says "Invalid row number in model", and the streaming reader raises a
# TypeError that names no row. A reader of marketplace sheets has to count rows and cells, not only to read their names.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent exceljs@4.4.0 fflate@0.8.2
cat > look.mjs <<'JS'
import ExcelJS from 'exceljs'
import { Readable } from 'node:stream'
import { strToU8, zipSync } from 'fflate'
const [office, packages] = ['http://schemas.openxmlformats.org/officeDocument/2006/relationships', 'http://schemas.openxmlformats.org/package/2006']
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const link = (kind, target) => `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/${kind}" Target="${target}"/></Relationships>`
const rows = (named) => [1, 2, 3].map((n) => {
  const at = (name) => (named ? ` r="${name}"` : '')
  return `<row${at(n)}><c${at(`A${n}`)} t="inlineStr"><is><t>sku ${n}</t></is></c><c${at(`B${n}`)}><v>${n}</v></c></row>`
})
const fileOf = (named) => Buffer.from(zipSync({
  '[Content_Types].xml': strToU8(`<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`),
  '_rels/.rels': strToU8(link('officeDocument', 'xl/workbook.xml')),
  'xl/workbook.xml': strToU8(`<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`),
  'xl/_rels/workbook.xml.rels': strToU8(link('worksheet', 'worksheets/sheet1.xml')),
  'xl/worksheets/sheet1.xml': strToU8(`<worksheet xmlns="${main}"><sheetData>${rows(named).join('')}</sheetData></worksheet>`),
}))
const say = (name, run) => run().then((count) => console.log(`${name}: ${count} rows`), (error) => console.log(`${name}: ${error.name}`))
for (const named of [true, false]) {
  const how = named ? 'with references' : 'without'
  await say(`workbook, ${how}`, async () => (await new ExcelJS.Workbook().xlsx.load(fileOf(named))).worksheets[0].rowCount)
  await say(`stream, ${how}`, async () => {
    let count = 0
    for await (const sheet of new ExcelJS.stream.xlsx.WorkbookReader(Readable.from([fileOf(named)]), {})) for await (const _ of sheet) count += 1
    return count
  })
}
JS
node look.mjs | tee seen
printf '%s\n' 'workbook, with references: 3 rows' 'stream, with references: 3 rows' 'workbook, without: Error' 'stream, without: TypeError' > wanted
diff wanted seen && echo 'as stated'
