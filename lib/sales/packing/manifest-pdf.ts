import { PDFDocument, rgb, StandardFonts, type PDFFont } from '@cantoo/pdf-lib'
import type { ManifestSheet } from './views'

export type ManifestTexts = {
  title: string
  summary: string
  columns: [string, string, string, string]
  signature: string
}

const MM = 72 / 25.4
const [WIDTH, HEIGHT, MARGIN, SIZE] = [210 * MM, 297 * MM, 14 * MM, 9]
const LINE = SIZE * 1.9
const starts = [0, 0.08, 0.4, 0.72].map((part) => MARGIN + part * (WIDTH - 2 * MARGIN))
/** For date, name and signature of who collects. */
const SIGNATURE_SPACE = 60

/** The standard fonts know Latin letters only. */
const printable = (text: string) => text.replace(/[^\u0020-\u007e\u00a0-\u00ff–—…]/g, '').trim()

type Manifest = Pick<ManifestSheet, 'rows'> & { texts: ManifestTexts }
type Fonts = { plain: PDFFont; bold: PDFFont }

/** The parcels of each carrier, from a new page on: one line a parcel, and room to sign for it. */
export async function manifestPdf(title: string, manifests: readonly Manifest[]): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.setTitle(printable(title))
  const fonts = {
    plain: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.HelveticaBold),
  }
  for (const manifest of manifests) addManifest(document, manifest, fonts)
  return document.save()
}

function addManifest(document: PDFDocument, { rows, texts }: Manifest, { plain, bold }: Fonts): void {
  let page = document.addPage([WIDTH, HEIGHT])
  let y = HEIGHT - MARGIN
  const fit = (text: string, space: number) => {
    let shown = printable(text)
    while (shown !== '' && plain.widthOfTextAtSize(shown, SIZE) > space) shown = shown.slice(0, -1)
    return shown
  }
  const write = (cells: readonly string[], font = plain) =>
    cells.forEach((cell, index) =>
      page.drawText(fit(cell, (starts[index + 1] ?? WIDTH - MARGIN) - starts[index]! - 4), {
        x: starts[index]!,
        y,
        size: SIZE,
        font,
      }),
    )
  y -= 16
  page.drawText(printable(texts.title), { x: MARGIN, y, size: 14, font: bold })
  y -= 16
  page.drawText(fit(texts.summary, WIDTH - 2 * MARGIN), { x: MARGIN, y, size: SIZE, font: plain })
  y -= LINE * 1.4
  write(texts.columns, bold)
  for (const [index, row] of rows.entries()) {
    y -= LINE
    if (y < MARGIN) {
      page = document.addPage([WIDTH, HEIGHT])
      y = HEIGHT - MARGIN - LINE
      write(texts.columns, bold)
      y -= LINE
    }
    const above = y + SIZE * 1.3
    page.drawLine({
      start: { x: MARGIN, y: above },
      end: { x: WIDTH - MARGIN, y: above },
      thickness: 0.4,
      color: rgb(0.8, 0.8, 0.8),
    })
    write([String(index + 1), row.trackingNumber ?? '-', row.number, row.orderCode])
  }
  if (y - SIGNATURE_SPACE < MARGIN) {
    page = document.addPage([WIDTH, HEIGHT])
    y = HEIGHT - MARGIN
  }
  y -= SIGNATURE_SPACE
  page.drawLine({ start: { x: MARGIN, y }, end: { x: WIDTH - MARGIN, y }, thickness: 0.6 })
  y -= SIZE * 1.5
  page.drawText(fit(texts.signature, WIDTH - 2 * MARGIN), { x: MARGIN, y, size: SIZE, font: plain })
}
