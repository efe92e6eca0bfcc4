import { PDFDocument, rgb, StandardFonts, type PDFFont, type PDFPage } from '@cantoo/pdf-lib'
import { LABEL_HEIGHT, LABEL_WIDTH } from './label-pdf'
import type { PickingList } from './picking-list'

export const paperSizes = ['a4', 'label'] as const
export type PaperSize = (typeof paperSizes)[number]
export type PickingTexts = { title: string; summary: string; noShelf: string }

const MM = 72 / 25.4
const papers = {
  a4: { width: 210 * MM, height: 297 * MM, margin: 14 * MM, size: 10 },
  label: { width: LABEL_WIDTH, height: LABEL_HEIGHT, margin: 5 * MM, size: 8 },
} as const

/** The standard fonts know Latin letters only; anything else is left out rather than ending the print. */
const printable = (text: string) => text.replace(/[^\u0020-\u007e\u00a0-\u00ff–—‘’“”•…]/g, '').trim()

function cut(text: string, font: PDFFont, size: number, width: number): string {
  const whole = printable(text)
  if (font.widthOfTextAtSize(whole, size) <= width) return whole
  let end = whole.length
  while (end > 0 && font.widthOfTextAtSize(`${whole.slice(0, end)}…`, size) > width) end -= 1
  return `${whole.slice(0, end)}…`
}

/** One line a product along the shelves: place, units, SKU and name, and the orders that want it. */
export async function pickingPdf(list: PickingList, paper: PaperSize, texts: PickingTexts): Promise<Uint8Array> {
  const { width, height, margin, size } = papers[paper]
  const document = await PDFDocument.create()
  document.setTitle(texts.title)
  const plain = await document.embedFont(StandardFonts.Helvetica)
  const bold = await document.embedFont(StandardFonts.HelveticaBold)
  let page: PDFPage = document.addPage([width, height])
  let y = height - margin
  const write = (text: string, x: number, font: PDFFont, points: number = size, space = width - margin - x) =>
    page.drawText(cut(text, font, points, space), { x, y, size: points, font })

  y -= size + 3
  write(texts.title, margin, bold, size + 3)
  y -= size * 1.6
  write(texts.summary, margin, plain)
  y -= size * 1.2
  const lineHeight = size * 3.6
  const shelfWidth = (width - 2 * margin) * 0.22
  const unitsWidth = size * 4
  for (const line of list.lines) {
    if (y - lineHeight < margin) {
      page = document.addPage([width, height])
      y = height - margin
    }
    page.drawLine({
      start: { x: margin, y },
      end: { x: width - margin, y },
      thickness: 0.5,
      color: rgb(0.75, 0.75, 0.75),
    })
    y -= size * 1.4
    const textX = margin + shelfWidth + unitsWidth
    write(line.shelfAddress ?? texts.noShelf, margin, bold, size, shelfWidth - 4)
    write(`${line.units} ×`, margin + shelfWidth, bold, size, unitsWidth)
    write([line.sku, line.title, line.variation].filter(Boolean).join(' · '), textX, plain)
    y -= size * 1.3
    const orders = line.orders.map(({ code, units }) => (units > 1 ? `${code} (${units})` : code)).join(', ')
    write(orders, textX, plain, size * 0.85)
    y -= size * 0.9
  }
  return document.save()
}
