import { deflateSync } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'
import { bindLabelFiles, countLabelPages, maxLabelBytes } from './read-labels'

const label = async (pages: number) => {
  const document = await PDFDocument.create()
  for (let page = 0; page < pages; page += 1) document.addPage([283, 425])
  return document.save()
}

/** A file whose packed list of objects is this. */
function packed(count: number, first: number, list: Buffer): Uint8Array {
  const stream = deflateSync(list, { level: 1 })
  const head = `%PDF-1.7\n1 0 obj\n<</Type/ObjStm/Filter/FlateDecode/N ${count}/First ${first}/Length ${stream.length}>>\nstream\n`
  return Buffer.concat([Buffer.from(head), stream, Buffer.from('\nendstream\nendobj\n%%EOF')])
}

function manyObjects(count: number): Uint8Array {
  const offsets = Array.from({ length: count }, (_, index) => `${index + 2} ${index % 8}`).join(' ')
  return packed(count, offsets.length + 1, Buffer.from(`${offsets} ${'[[[[[[[[]]]]]]]]'.repeat(2)}`))
}

test('labels are counted and bound in a thread of their own', async () => {
  const [one, two] = [await label(1), await label(2)]
  expect(await countLabelPages(two)).toBe(2)
  expect(await countLabelPages(Buffer.from('no label'))).toBeNull()
  const bound = await PDFDocument.load((await bindLabelFiles([one, two], 'Etiquetas')).file)
  expect(bound.getPageCount()).toBe(3)
})

test('a small file that unpacks to millions of objects takes neither the memory nor the time of the process', async () => {
  const bomb = manyObjects(900_000)
  expect(bomb.length).toBeLessThan(maxLabelBytes)
  const before = process.memoryUsage().rss
  const beats: number[] = []
  const heart = setInterval(() => beats.push(performance.now()), 50).unref()
  expect(await countLabelPages(bomb)).toBeNull()
  clearInterval(heart)
  const pauses = beats.slice(1).map((beat, index) => beat - beats[index]!)
  expect(Math.max(...pauses)).toBeLessThan(2500)
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1_048_576)
  expect(await countLabelPages(await label(1))).toBe(1)
})

test('a stream that unpacks to hundreds of megabytes is not unpacked', async () => {
  const bomb = packed(1, 4, Buffer.alloc(400_000_000, 0x20))
  const before = process.memoryUsage().rss
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss - before)), 20).unref()
  expect(await countLabelPages(bomb)).toBeNull()
  clearInterval(watch)
  expect(most).toBeLessThan(200 * 1_048_576)
})

test('a file larger than a label is not even read', async () => {
  const large = Buffer.concat([Buffer.from(await label(1)), Buffer.alloc(maxLabelBytes)])
  expect(await countLabelPages(large)).toBeNull()
})
