import { decodePDFRawStream, PDFContext, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib'

const MM = 72 / 25.4
/** What label printers in Brazil take: 10 × 15 cm. */
export const LABEL_WIDTH = 100 * MM
export const LABEL_HEIGHT = 150 * MM
/** Between two makers' roundings of a millimetre. */
const SLACK = 6

/** What a label's own lists of objects come to is a small part of it. */
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

/** How many pages the file has; null for what is no sound PDF. */
export async function countPages(bytes: Uint8Array): Promise<number | null> {
  return PDFDocument.load(bytes)
    .then((document) => document.getPageCount() || null)
    .catch(() => null)
}

const isLabelSized = (width: number, height: number) =>
  Math.abs(width - LABEL_WIDTH) <= SLACK && Math.abs(height - LABEL_HEIGHT) <= SLACK

/** All labels in one file, in the order given, each on pages of 10 × 15 cm; larger pages are drawn smaller. */
export async function mergeLabels(labels: readonly Uint8Array[], title: string): Promise<Uint8Array> {
  const merged = await PDFDocument.create()
  merged.setTitle(title)
  for (const bytes of labels) {
    const label = await PDFDocument.load(bytes)
    for (const [index, page] of label.getPages().entries()) {
      const { width, height } = page.getSize()
      if (isLabelSized(width, height)) {
        const [copy] = await merged.copyPages(label, [index])
        merged.addPage(copy)
        continue
      }
      const drawn = await merged.embedPage(page)
      const scale = Math.min(LABEL_WIDTH / width, LABEL_HEIGHT / height)
      const target = merged.addPage([LABEL_WIDTH, LABEL_HEIGHT])
      target.drawPage(drawn, {
        x: (LABEL_WIDTH - width * scale) / 2,
        y: LABEL_HEIGHT - height * scale,
        xScale: scale,
        yScale: scale,
      })
    }
  }
  return merged.save()
}
