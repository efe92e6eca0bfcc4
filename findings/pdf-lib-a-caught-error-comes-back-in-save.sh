#!/bin/sh
# @cantoo/pdf-lib 2.11.1 (as pdf-lib before it): an error that was caught where a page could not be embedded is thrown once more by save(). The
# document notes each embedded page in a list before it looks at its content, and save() writes out all of the list, drawn or not. So a
# program that merges labels and leaves out the one that cannot be read, with try and catch around each, as one would, gets no file at
# all: one bad label of a hundred, and nothing is printed. An empty page is enough, such as the back of a sheet, since a page without content cannot be
# embedded (copyPages takes it). There is no way to take it off the list. What helps: build each file's pages in a document of their own
# and copyPages() from there, which writes that one out first and so fails where it can be caught.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @cantoo/pdf-lib@2.11.1
cat > look.mjs <<'JS'
import { PDFDocument } from '@cantoo/pdf-lib'
async function labelOf(text) {
  const label = await PDFDocument.create()
  const page = label.addPage([283, 425])
  if (text) page.drawText(text)
  return label.save()
}
const labels = [await labelOf('first'), await labelOf(''), await labelOf('third')]
async function drawInto(document, bytes) {
  const [form] = await document.embedPdf(bytes)
  await form.embed()
  document.addPage([283, 425]).drawPage(form)
}
const ways = {
  'into one document': (merged, bytes) => drawInto(merged, bytes),
  'each in a document of its own first': async (merged, bytes) => {
    const own = await PDFDocument.create()
    await drawInto(own, bytes)
    for (const page of await merged.copyPages(own, own.getPageIndices())) merged.addPage(page)
  },
}
for (const [name, add] of Object.entries(ways)) {
  const merged = await PDFDocument.create()
  const caught = []
  for (const bytes of labels) await add(merged, bytes).catch(({ message }) => caught.push(message))
  const saved = await merged.save().then(() => 'saved', ({ message }) => `save() fails: ${message}`)
  console.log(`${name}: caught ${caught.length} (${caught[0]}), pages ${merged.getPageCount()}, ${saved}`)
}
JS
node look.mjs | tee seen
cat > wanted <<'TEXT'
into one document: caught 1 (Can't embed page with missing Contents), pages 2, save() fails: Can't embed page with missing Contents
each in a document of its own first: caught 1 (Can't embed page with missing Contents), pages 2, saved
TEXT
diff wanted seen && echo 'as stated'
