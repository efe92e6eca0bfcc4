import { degrees, PDFDocument, PDFName, PDFRawStream, PDFRef, decodePDFRawStream, type PDFPage } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { countPages, LABEL_HEIGHT, LABEL_WIDTH, layOnSheets, mergeLabels } from './label-pdf'

type Given = {
  size: [number, number]
  turn?: number
  crop?: [number, number, number, number]
  origin?: [number, number]
}

async function source({ size: [width, height], turn = 0, crop, origin }: Given): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const page = document.addPage([width, height])
  if (origin) page.setMediaBox(origin[0], origin[1], width, height)
  if (crop) page.setCropBox(...crop)
  page.setRotation(degrees(turn))
  page.drawRectangle({ x: 1, y: 1, width: 2, height: 2 })
  return document.save()
}

const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png()
    .toBuffer()

type Matrix = [number, number, number, number, number, number]
const times = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[1] * n[2],
  m[0] * n[1] + m[1] * n[3],
  m[2] * n[0] + m[3] * n[2],
  m[2] * n[1] + m[3] * n[3],
  m[4] * n[0] + m[5] * n[2] + n[4],
  m[4] * n[1] + m[5] * n[3] + n[5],
]

/** Where a point of the source's page comes to stand on the made page. */
function placeOf(page: PDFPage, [x, y]: [number, number]): [number, number] {
  const stream = page.node.Contents()!
  const parts = 'asArray' in stream ? stream.asArray().map((ref) => page.doc.context.lookup(ref as PDFRef)) : [stream]
  const text = parts
    .map((part) => (part instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(part).decode()).toString() : ''))
    .join('\n')
  let matrix: Matrix = [1, 0, 0, 1, 0, 0]
  for (const [, numbers] of text.matchAll(/((?:-?[\d.]+ ){6})cm/g))
    matrix = times(numbers!.trim().split(' ').map(Number) as Matrix, matrix)
  const forms = page.node.Resources()!.lookup(PDFName.of('XObject')) as unknown as { entries(): [unknown, PDFRef][] }
  const form = page.doc.context.lookup(forms.entries()[0]![1]) as PDFRawStream
  const own = form.dict.lookup(PDFName.of('Matrix')) as unknown as { asArray(): { asNumber(): number }[] } | undefined
  const ofForm = (own?.asArray().map((one) => one.asNumber()) ?? [1, 0, 0, 1, 0, 0]) as Matrix
  const all = times(ofForm, matrix)
  // Without the sign of a nothing.
  return [Math.round(all[0] * x + all[2] * y + all[4]) + 0, Math.round(all[1] * x + all[3] * y + all[5]) + 0]
}

async function merge(given: Given) {
  const { file, unread } = await mergeLabels([await source(given)], 'Etiquetas')
  expect(unread).toEqual([])
  const page = (await PDFDocument.load(file)).getPage(0)
  expect([page.getWidth(), page.getHeight(), page.getRotation().angle]).toEqual([LABEL_WIDTH, LABEL_HEIGHT, 0])
  return page
}
const [W, H] = [LABEL_WIDTH, LABEL_HEIGHT]
const near = (point: [number, number]) => point.map(Math.round)

test.each([
  // The corners of the source that are seen as lower left and upper right.
  [90, [H, W], [H, 0], [0, W]],
  [180, [W, H], [W, H], [0, 0]],
  [270, [H, W], [0, W], [H, 0]],
  [-90, [H, W], [0, W], [H, 0]],
  [450, [H, W], [H, 0], [0, W]],
] as [number, [number, number], [number, number], [number, number]][])(
  'a page that its reader turns by %s comes out upright and whole',
  async (turn, size, lowerLeft, upperRight) => {
    const page = await merge({ size, turn })
    expect(placeOf(page, lowerLeft)).toEqual([0, 0])
    expect(placeOf(page, upperRight)).toEqual(near([W, H]))
  },
)

test('the visible part of a cropped page fills the label, and the rest is left out', async () => {
  const page = await merge({ size: [595, 842], crop: [20, 400, W, H] })
  expect(placeOf(page, [20, 400])).toEqual([0, 0])
  expect(placeOf(page, [20 + W, 400 + H])).toEqual(near([W, H]))
})

test('also for a page that is cropped and turned, and where the paper does not begin at zero', async () => {
  const turned = await merge({ size: [842, 595], turn: 90, crop: [400, 20, H, W] })
  expect(placeOf(turned, [400 + H, 20])).toEqual([0, 0])
  expect(placeOf(turned, [400, 20 + W])).toEqual(near([W, H]))
  const moved = await merge({ size: [595, 842], origin: [-100, 50] })
  const scale = Math.min(W / 595, H / 842)
  expect(placeOf(moved, [-100, 892])).toEqual(near([(W - 595 * scale) / 2, H]))
})

test('a crop box beside its paper, or larger than it, shows the whole paper', async () => {
  for (const crop of [
    [2000, 2000, 10, 10],
    [-50, -50, 2000, 2000],
  ] as [number, number, number, number][]) {
    const page = await merge({ size: [2 * W, 2 * H], crop })
    expect(placeOf(page, [0, 0])).toEqual([0, 0])
    expect(placeOf(page, [2 * W, 2 * H])).toEqual(near([W, H]))
  }
})

test('a label that cannot be read keeps none of the others out', async () => {
  const good = await source({ size: [W, H] })
  const { file, unread } = await mergeLabels([good, Buffer.from('no label'), await source({ size: [595, 842] })], 'x')
  expect(unread).toEqual([1])
  expect((await PDFDocument.load(file)).getPageCount()).toBe(2)
})

test('a label that is only protected against changes is read; one that asks its readers for a password is none', async () => {
  const locked = async (userPassword: string) => {
    const document = await PDFDocument.create()
    document.addPage([W, H]).drawRectangle({ x: 1, y: 1, width: 2, height: 2 })
    document.encrypt({ ownerPassword: 'owner', userPassword })
    return document.save()
  }
  const labels = [await locked(''), await locked('reader')]
  expect(await Promise.all(labels.map(countPages))).toEqual([1, null])
  const { file, unread } = await mergeLabels(labels, 'x')
  expect(unread).toEqual([1])
  // A drawn page is no longer encrypted.
  const objects = (await PDFDocument.load(file)).context.enumerateIndirectObjects()
  const drawn = objects.flatMap(([, one]) =>
    one instanceof PDFRawStream ? [Buffer.from(decodePDFRawStream(one).decode()).toString('latin1')] : [],
  )
  expect(drawn.filter((text) => text.startsWith('q\n'))).toHaveLength(1)
})

test('the pages of one file share its images in the merged file too, whether they stay or are drawn smaller', async () => {
  for (const size of [
    [W, H],
    [595, 842],
  ] as const) {
    const document = await PDFDocument.create()
    // Noise, which no compression makes small.
    const png = await document.embedPng(await noise(100))
    for (let page = 0; page < 10; page += 1) document.addPage([...size]).drawImage(png, { x: 10, y: 10 })
    const file = await document.save()
    const merged = await mergeLabels([file], 'x')
    expect(merged.unread).toEqual([])
    expect(merged.file.length).toBeLessThan(file.length * 2)
  }
})

test('an empty page stays empty, and keeps no label from its file or its sheet', async () => {
  for (const size of [
    [W, H],
    [595, 842],
  ] as const) {
    const document = await PDFDocument.create()
    document.addPage([...size]).drawRectangle({ x: 1, y: 1, width: 2, height: 2 })
    document.addPage([...size])
    const { file, unread } = await mergeLabels([await document.save(), await source({ size: [W, H] })], 'x')
    expect(unread).toEqual([])
    expect((await PDFDocument.load(file)).getPageCount()).toBe(3)
    expect((await PDFDocument.load(await layOnSheets(file, 'x'))).getPageCount()).toBe(1)
  }
})

test('a page whose drawing cannot be unpacked keeps none of the other labels out', async () => {
  const packed = await PDFDocument.create()
  const page = packed.addPage([595, 842])
  page.node.set(PDFName.of('Contents'), packed.context.register(packed.context.stream('x', { Filter: 'DCTDecode' })))
  const labels = [await packed.save(), await source({ size: [595, 842] })]
  const { file, unread } = await mergeLabels(labels, 'x')
  expect(unread).toEqual([0])
  expect((await PDFDocument.load(file)).getPageCount()).toBe(1)
})
