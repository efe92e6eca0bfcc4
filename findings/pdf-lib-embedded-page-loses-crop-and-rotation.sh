#!/bin/sh
# @cantoo/pdf-lib 2.11.1 (as pdf-lib before it): a page that is embedded to be drawn on another one is taken by its MediaBox and unturned.
# Carriers' labels are often an A4 page whose CropBox shows only the label, or a page with /Rotate 90. A viewer shows the cropped, turned
# page; copyPages keeps both. embedPdf keeps neither, and says nothing: four labels on a sheet come out small, lying, with what was cropped
# away beside them. The caller has to give the box (x, y and size of the crop) and to turn by himself: embedPage(page, box) does as asked.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @cantoo/pdf-lib@2.11.1
cat > look.mjs <<'JS'
import { degrees, PDFDocument, PDFName } from '@cantoo/pdf-lib'
const label = await PDFDocument.create()
const page = label.addPage([595, 842])
page.setCropBox(50, 400, 283, 425)
page.setRotation(degrees(90))
page.drawText('label')
const bytes = await label.save()
const read = await PDFDocument.load(bytes)
const sheet = await PDFDocument.create()
const say = async (name, embedded) => {
  await embedded.embed()
  const form = sheet.context.lookup(embedded.ref).dict
  const box = form.get(PDFName.of('BBox')).asArray().map(String).join(' ')
  console.log(`${name}: ${embedded.width} x ${embedded.height}, box ${box}, matrix ${form.get(PDFName.of('Matrix'))}`)
}
const [copied] = await sheet.copyPages(read, [0])
const { x, y, width, height } = copied.getCropBox()
console.log(`copyPages: crop ${x} ${y} ${width} ${height}, turned ${copied.getRotation().angle}`)
await say('embedPdf', (await sheet.embedPdf(bytes))[0])
await say('embedPage with a box', await sheet.embedPage(read.getPage(0), { left: x, bottom: y, right: x + width, top: y + height }))
JS
node look.mjs | tee seen
cat > wanted <<'TEXT'
copyPages: crop 50 400 283 425, turned 90
embedPdf: 595 x 842, box 0 0 595 842, matrix [ 1 0 0 1 0 0 ]
embedPage with a box: 283 x 425, box 50 400 333 825, matrix [ 1 0 0 1 -50 -400 ]
TEXT
diff wanted seen && echo 'as stated'
