import {
  decodePDFRawStream,
  degrees,
  PDFContext,
  PDFDocument,
  PDFRawStream,
  type PDFEmbeddedPage,
  type PDFPage,
} from '@cantoo/pdf-lib'

const MM = 72 / 25.4
/** The size of label printers in Brazil: 10 × 15 cm. */
export const LABEL_WIDTH = 100 * MM
export const LABEL_HEIGHT = 150 * MM
/** Between two makers' roundings of a millimetre. */
const SLACK = 6

/** The size of a label's own lists of objects is a small part of it. */
const MOST_STREAM_BYTES = 16 * 1024 * 1024

type Growing = { ensureBuffer: (bytes: number) => Uint8Array }

/**
 * Keeps every unpacked stream below a size, in this thread for good. Deflate swells a thousandfold, and outside of the heap
 * that a thread's memory limit counts.
 */
export function limitStreams(): void {
  const packed = PDFRawStream.of(PDFContext.create().obj({ Filter: 'ASCIIHexDecode' }), new Uint8Array())
  const decoder = Object.getPrototypeOf(Object.getPrototypeOf(decodePDFRawStream(packed))) as Growing
  const { ensureBuffer } = decoder
  decoder.ensureBuffer = function (this: Growing, bytes) {
    if (bytes > MOST_STREAM_BYTES) throw new Error('an unpacked stream is too large for a label')
    return ensureBuffer.call(this, bytes)
  }
}

/** A file that everybody may open and no one may change is encrypted, without a password for its readers. */
const open = (bytes: Uint8Array) => PDFDocument.load(bytes, { password: '' })

/** How many pages the file has; null for what is no sound PDF. */
export async function countPages(bytes: Uint8Array): Promise<number | null> {
  return open(bytes)
    .then((document) => document.getPageCount() || null)
    .catch(() => null)
}

const isLabelSized = (width: number, height: number) =>
  Math.abs(width - LABEL_WIDTH) <= SLACK && Math.abs(height - LABEL_HEIGHT) <= SLACK

/** The visible part of a page, in its own coordinates before it is turned: its crop box within its paper. */
function seenBox(page: PDFPage) {
  const paper = page.getMediaBox()
  const crop = page.getCropBox()
  const left = Math.max(paper.x, crop.x)
  const bottom = Math.max(paper.y, crop.y)
  const right = Math.min(paper.x + paper.width, crop.x + crop.width)
  const top = Math.min(paper.y + paper.height, crop.y + crop.height)
  // A crop box beside its paper would leave nothing.
  if (right <= left || top <= bottom)
    return { left: paper.x, bottom: paper.y, right: paper.x + paper.width, top: paper.y + paper.height, isWhole: true }
  const isWhole = right - left === paper.width && top - bottom === paper.height
  return { left, bottom, right, top, isWhole }
}

/** Clockwise, one of 0, 90, 180 and 270. */
const turnOf = (page: PDFPage) => (((Math.round(page.getRotation().angle / 90) * 90) % 360) + 360) % 360

/** An empty page, which can be copied and not be embedded. */
const hasContent = (page: PDFPage) => page.node.Contents() !== undefined

/**
 * The pages of one file of labels, each of the size of a label. All that stay as they are are copied in one call, and all that are drawn
 * are embedded in one: each call takes the fonts and images that its pages share with it once more.
 */
async function asLabels(file: PDFDocument): Promise<PDFDocument> {
  const labels = await PDFDocument.create()
  const seen = file.getPages().map((page, index) => {
    const box = seenBox(page)
    const turn = turnOf(page)
    const [width, height] = [box.right - box.left, box.top - box.bottom]
    return { page, index, box, turn, width, height, stays: turn === 0 && box.isWhole && isLabelSized(width, height) }
  })
  const stay = seen.filter(({ stays }) => stays)
  const drawn = seen.filter(({ stays, page }) => !stays && hasContent(page))
  const pages = await labels.copyPages(
    file,
    stay.map(({ index }) => index),
  )
  const forms = await labels.embedPages(
    drawn.map(({ page }) => page),
    drawn.map(({ box }) => box),
  )
  for (const one of seen) {
    const form = forms[drawn.indexOf(one)]
    if (one.stays) labels.addPage(pages[stay.indexOf(one)])
    else if (form) drawOnLabel(labels, form, one)
    else labels.addPage([LABEL_WIDTH, LABEL_HEIGHT])
  }
  return labels
}

type Seen = { turn: number; width: number; height: number }

function drawOnLabel(labels: PDFDocument, form: PDFEmbeddedPage, { turn, width, height }: Seen) {
  const isTurned = turn === 90 || turn === 270
  const [seenWidth, seenHeight] = isTurned ? [height, width] : [width, height]
  const fit = Math.min(LABEL_WIDTH / seenWidth, LABEL_HEIGHT / seenHeight)
  const scale = isLabelSized(seenWidth, seenHeight) ? Math.min(1, fit) : fit
  const left = (LABEL_WIDTH - seenWidth * scale) / 2
  const bottom = LABEL_HEIGHT - seenHeight * scale
  labels.addPage([LABEL_WIDTH, LABEL_HEIGHT]).drawPage(form, {
    // Turned around its lower left corner, which then stands at another corner of what is seen.
    x: left + (turn === 180 || turn === 270 ? seenWidth * scale : 0),
    y: bottom + (turn === 90 || turn === 180 ? seenHeight * scale : 0),
    xScale: scale,
    yScale: scale,
    rotate: degrees(-turn),
  })
}

export type MergedLabels = {
  file: Uint8Array
  /** Places of the labels that could not be read; none of their pages is in the file. */
  unread: number[]
}

/**
 * All labels in one file, in the order given, each on pages of 10 × 15 cm: turned as their readers show them, cut to what they
 * show, and larger ones drawn smaller.
 */
export async function mergeLabels(labels: readonly Uint8Array[], title: string): Promise<MergedLabels> {
  const merged = await PDFDocument.create()
  merged.setTitle(title)
  const unread: number[] = []
  for (const [place, bytes] of labels.entries())
    try {
      // In a document of its own, since what has failed in a document fails again when that is saved. Here the pages are written.
      const label = await asLabels(await open(bytes))
      for (const page of await merged.copyPages(label, label.getPageIndices())) merged.addPage(page)
    } catch {
      unread.push(place)
    }
  return { file: await merged.save(), unread }
}

const [SHEET_WIDTH, SHEET_HEIGHT] = [210 * MM, 297 * MM]

/** The pages of a file of labels four on a sheet of A4, from left to right and from above, to be cut apart. */
export async function layOnSheets(labels: Uint8Array, title: string): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.setTitle(title)
  const pages = (await open(labels)).getPages()
  const drawn = pages.filter(hasContent)
  const forms = await document.embedPages(drawn)
  const scale = Math.min(SHEET_WIDTH / 2 / LABEL_WIDTH, SHEET_HEIGHT / 2 / LABEL_HEIGHT)
  for (const [index, page] of pages.entries()) {
    const place = index % 4
    const sheet =
      place === 0 ? document.addPage([SHEET_WIDTH, SHEET_HEIGHT]) : document.getPage(document.getPageCount() - 1)
    const [column, row] = [place % 2, Math.floor(place / 2)]
    const form = forms[drawn.indexOf(page)]
    if (!form) continue
    sheet.drawPage(form, {
      x: (column + 0.5) * (SHEET_WIDTH / 2) - (form.width * scale) / 2,
      y: SHEET_HEIGHT - row * (SHEET_HEIGHT / 2) - form.height * scale,
      xScale: scale,
      yScale: scale,
    })
  }
  return document.save()
}
