import { PDFDocument, rgb, StandardFonts, type PDFFont, type PDFPage } from '@cantoo/pdf-lib'
import { LABEL_HEIGHT, LABEL_WIDTH } from './label-pdf'
import type { PickingList } from './picking-list'

export const paperSizes = ['a4', 'label'] as const
export type PaperSize = (typeof paperSizes)[number]
export type PickingTexts = { title: string; summary: string; noShelf: string }

const MM = 72 / 25.4
/** From line to line, in sizes of the letters. */
const LEADING = 1.3
const papers = {
  a4: { width: 210 * MM, height: 297 * MM, margin: 14 * MM, size: 10 },
  label: { width: LABEL_WIDTH, height: LABEL_HEIGHT, margin: 5 * MM, size: 8 },
} as const

/** The standard fonts know Latin letters only; anything else is left out rather than ending the print. */
const printable = (text: string) => text.replace(/[^\u0020-\u007e\u00a0-\u00ff–—‘’“”•…]/g, '').trim()

/** The whole text in lines of at most this width; a word that is wider is broken. */
function wrap(text: string, font: PDFFont, size: number, width: number): string[] {
  const fits = (line: string) => font.widthOfTextAtSize(line, size) <= width
  const lines = ['']
  const add = (word: string) => {
    const last = lines.at(-1)!
    const joined = last === '' ? word : `${last} ${word}`
    if (fits(joined)) lines[lines.length - 1] = joined
    else if (last !== '') {
      lines.push('')
      add(word)
    } else {
      let end = Math.max(1, word.length - 1)
      while (end > 1 && !fits(word.slice(0, end))) end -= 1
      lines[lines.length - 1] = word.slice(0, end)
      if (end === word.length) return
      lines.push('')
      add(word.slice(end))
    }
  }
  for (const word of printable(text).split(/\s+/)) add(word)
  return lines
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
  const begin = (): number => {
    page = document.addPage([width, height])
    return height - margin
  }
  const write = (lines: readonly string[], x: number, font: PDFFont, points: number = size) =>
    lines.forEach((line, index) => page.drawText(line, { x, y: y - index * points * LEADING, size: points, font }))
  const whole = width - 2 * margin

  y -= size + 3
  write([texts.title], margin, bold, size + 3)
  y -= size * 1.6
  const summary = wrap(texts.summary, plain, size, whole)
  write(summary, margin, plain)
  y -= size * LEADING * summary.length
  const shelfWidth = whole * 0.22
  const unitsWidth = size * 4
  const textWidth = whole - shelfWidth - unitsWidth
  const small = size * 0.85
  for (const line of list.lines) {
    const shelf = wrap(line.shelfAddress ?? texts.noShelf, bold, size, shelfWidth - 4)
    const name = wrap([line.sku, line.title, line.variation].filter(Boolean).join(' · '), plain, size, textWidth)
    const named = line.orders.map(({ code, units }) => (units > 1 ? `${code} (${units})` : code)).join(', ')
    const orders = wrap(named, plain, small, textWidth)
    const headHeight = size * LEADING * Math.max(shelf.length, name.length + 1)
    if (y - headHeight < margin) y = begin()
    page.drawLine({
      start: { x: margin, y },
      end: { x: width - margin, y },
      thickness: 0.5,
      color: rgb(0.75, 0.75, 0.75),
    })
    y -= size * 1.4
    const textX = margin + shelfWidth + unitsWidth
    write(shelf, margin, bold)
    write([`${line.units} ×`], margin + shelfWidth, bold)
    write(name, textX, plain)
    const below = y - size * LEADING * shelf.length
    y -= size * LEADING * name.length
    // The orders of one product may be more than a page takes.
    for (const [index, codes] of orders.entries()) {
      if (index > 0 && y < margin) y = begin() - size
      write([codes], textX, plain, small)
      y -= small * LEADING
    }
    y = Math.min(y, below) + size * 0.4
  }
  return document.save()
}
