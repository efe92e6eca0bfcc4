import { PDFDocument, rgb, StandardFonts, type PDFFont, type PDFPage } from '@cantoo/pdf-lib'
import bwipjs from 'bwip-js/node'
import type { Recipient } from '../orders/buyer'

export type Label = {
  orderSn: string
  packageNumber: string
  trackingNumber: string
  carrier: string
  recipient: Recipient
  sender: { name: string; address: string; city: string; zipcode: string }
  accessKey: string
  shipBy: string
  items: { sku: string; name: string; quantity: number }[]
}

// Invented: what stands where on the page. The size, the two bar codes and the DANFE below are as sellers show them.
type Sheet = { page: PDFPage; plain: PDFFont; bold: PDFFont }
type Box = { x: number; y: number; width: number; height: number }

const MM = 72 / 25.4
/** The format of Brazilian label printers. */
export const LABEL_WIDTH = 100 * MM
export const LABEL_HEIGHT = 150 * MM
const MARGIN = 5 * MM
const INNER_WIDTH = LABEL_WIDTH - 2 * MARGIN
const MAX_ITEMS = 6

/** One page of 10 × 15 cm for each package, in the order given. */
export async function labelPdf(labels: Label[]): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.setTitle('Etiquetas de envio')
  const plain = await document.embedFont(StandardFonts.Helvetica)
  const bold = await document.embedFont(StandardFonts.HelveticaBold)
  for (const label of labels) drawLabel({ page: document.addPage([LABEL_WIDTH, LABEL_HEIGHT]), plain, bold }, label)
  return document.save()
}

function drawLabel(sheet: Sheet, label: Label): void {
  const top = LABEL_HEIGHT - MARGIN
  write(sheet, label.carrier, { x: MARGIN, y: top - 14, size: 14, bold: true })
  write(sheet, `Pedido: ${label.orderSn}`, { x: MARGIN, y: top - 28, size: 9 })
  write(sheet, `Pacote: ${label.packageNumber}`, { x: MARGIN, y: top - 39, size: 8 })
  write(sheet, `Enviar até ${label.shipBy}`, { x: MARGIN, y: top - 50, size: 8 })
  drawSquares(sheet, label.trackingNumber, {
    x: LABEL_WIDTH - MARGIN - 20 * MM,
    y: top - 20 * MM,
    width: 20 * MM,
    height: 20 * MM,
  })
  drawBars(sheet, label.trackingNumber, { x: MARGIN, y: top - 43 * MM, width: INNER_WIDTH, height: 18 * MM })
  write(sheet, label.trackingNumber, { x: MARGIN, y: top - 47 * MM, size: 11, bold: true })

  line(sheet, top - 50 * MM)
  write(sheet, 'DESTINATÁRIO', { x: MARGIN, y: top - 54 * MM, size: 8, bold: true })
  const { recipient } = label
  writeLines(
    sheet,
    [recipient.name, recipient.full_address, `${recipient.city} - ${recipient.state}`],
    top - 58 * MM,
    9,
  )
  write(sheet, `CEP ${recipient.zipcode}`, { x: MARGIN, y: top - 77 * MM, size: 12, bold: true })

  line(sheet, top - 80 * MM)
  write(sheet, 'REMETENTE', { x: MARGIN, y: top - 84 * MM, size: 8, bold: true })
  writeLines(
    sheet,
    [label.sender.name, `${label.sender.address}, ${label.sender.city} CEP ${label.sender.zipcode}`],
    top - 88 * MM,
    8,
  )

  line(sheet, top - 97 * MM)
  if (label.accessKey) {
    write(sheet, 'DANFE SIMPLIFICADO - CHAVE DE ACESSO', { x: MARGIN, y: top - 101 * MM, size: 7, bold: true })
    drawBars(sheet, label.accessKey, { x: MARGIN, y: top - 112 * MM, width: INNER_WIDTH, height: 9 * MM })
    write(sheet, label.accessKey, { x: MARGIN, y: top - 115.5 * MM, size: 8 })
  }
  line(sheet, top - 118 * MM)
  const shown = label.items.slice(0, MAX_ITEMS).map(({ quantity, sku, name }) => `${quantity} x ${sku} ${name}`)
  const more = label.items.length - MAX_ITEMS
  writeLines(sheet, more > 0 ? [...shown, `+ ${more}`] : shown, top - 122 * MM, 7)
}

function write(
  sheet: Sheet,
  text: string,
  { bold, ...at }: { x: number; y: number; size: number; bold?: boolean },
): void {
  const font = bold ? sheet.bold : sheet.plain
  sheet.page.drawText(fit(printable(text), font, at.size, LABEL_WIDTH - MARGIN - at.x), { ...at, font })
}

/** Each line cut to the label's width, long addresses on two. */
function writeLines(sheet: Sheet, texts: string[], y: number, size: number): void {
  const lines = texts.flatMap((text) => wrap(printable(text), sheet.plain, size))
  lines.forEach((text, index) => write(sheet, text, { x: MARGIN, y: y - index * (size + 2), size }))
}

function wrap(text: string, font: PDFFont, size: number): string[] {
  if (font.widthOfTextAtSize(text, size) <= INNER_WIDTH) return [text]
  const words = text.split(' ')
  const cut = words.findIndex(
    (_, index) => font.widthOfTextAtSize(words.slice(0, index + 1).join(' '), size) > INNER_WIDTH,
  )
  return cut < 1 ? [text] : [words.slice(0, cut).join(' '), words.slice(cut).join(' ')]
}

function fit(text: string, font: PDFFont, size: number, width: number): string {
  let shown = text
  while (shown && font.widthOfTextAtSize(shown, size) > width) shown = shown.slice(0, -1)
  return shown
}

/** The characters of the PDF's own fonts: Latin 1, which holds Portuguese. */
const printable = (text: string) => text.normalize('NFC').replace(/[^\u0020-\u007e\u00a0-\u00ff]/g, '?')

const line = ({ page }: Sheet, y: number) =>
  page.drawLine({ start: { x: MARGIN, y }, end: { x: LABEL_WIDTH - MARGIN, y }, thickness: 0.75 })

/** Code 128 as one drawn shape: sharp on every printer. */
function drawBars({ page }: Sheet, text: string, box: Box): void {
  const [code] = bwipjs.raw({ bcid: 'code128', text })
  if (!code || !('sbs' in code)) throw new Error('no bars')
  const unit = box.width / code.sbs.reduce((sum, width) => sum + width, 0)
  let x = 0
  const bars = code.sbs.map((width, index) => {
    const from = x
    x += width * unit
    return index % 2 === 0 ? rectangle(from, 0, width * unit, box.height) : ''
  })
  drawShape(page, bars.join(''), box)
}

function drawSquares({ page }: Sheet, text: string, box: Box): void {
  const [code] = bwipjs.raw({ bcid: 'qrcode', text })
  if (!code || !('pixs' in code)) throw new Error('no squares')
  const size = box.width / code.pixx
  const squares = code.pixs.map((isDark, index) =>
    isDark ? rectangle((index % code.pixx) * size, Math.floor(index / code.pixx) * size, size, size) : '',
  )
  drawShape(page, squares.join(''), box)
}

const rectangle = (x: number, y: number, width: number, height: number) =>
  `M${x.toFixed(2)} ${y.toFixed(2)}h${width.toFixed(2)}v${height.toFixed(2)}h-${width.toFixed(2)}z`

/** Paths run down from the box's upper edge. */
const drawShape = (page: PDFPage, path: string, { x, y, height }: Box) =>
  page.drawSvgPath(path, { x, y: y + height, color: rgb(0, 0, 0), borderWidth: 0 })
