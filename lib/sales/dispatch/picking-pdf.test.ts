import { decodePDFRawStream, PDFDocument, PDFRawStream, type PDFRef } from '@cantoo/pdf-lib'
import { pickingPdf, type PaperSize } from './picking-pdf'

const texts = { title: 'Lista de separação', summary: '3 pedidos', noShelf: 'sem endereço' }
const product = {
  productId: null,
  sku: 'CAM-AZUL-G',
  title: 'Camiseta de algodão',
  variation: 'Azul, G',
  photoFileId: null,
  onHand: 9,
}

/** Each piece of text of the pages, with its place. */
async function readTexts(pdf: Uint8Array) {
  const document = await PDFDocument.load(pdf)
  return document.getPages().flatMap((page) => {
    const stream = page.node.Contents()!
    const parts = 'asArray' in stream ? stream.asArray().map((ref) => document.context.lookup(ref as PDFRef)) : [stream]
    const code = parts
      .map((part) => Buffer.from(decodePDFRawStream(part as PDFRawStream).decode()).toString())
      .join('\n')
    return [...code.matchAll(/1 0 0 1 ([\d.]+) (-?[\d.]+) Tm\s+<([0-9A-F]*)> Tj/g)].map(([, x, y, hex]) => ({
      x: Number(x),
      y: Number(y),
      text: Buffer.from(hex!, 'hex').toString('latin1'),
    }))
  })
}

test.each<PaperSize>(['a4', 'label'])(
  'an address at the shelf, a name and the orders of a product are printed whole (%s)',
  async (paper) => {
    const shelfAddress = 'Galpão 2 corredor 14 estante C prateleira 3 caixa 0012'
    const orders = Array.from({ length: 200 }, (_, index) => ({ code: `2611${index + 1000}ABCDEF`, units: 1 }))
    const line = { ...product, shelfAddress, units: 200, orders }
    const pieces = await readTexts(
      await pickingPdf({ lines: [line], orders: 200, units: 200, isCut: false }, paper, texts),
    )
    const all = pieces.map(({ text }) => text).join(' ')
    const left = Math.min(...pieces.map(({ x }) => x))
    const shelf = pieces.filter(({ x, text }) => x === left && shelfAddress.includes(text))
    expect(shelf.map(({ text }) => text).join(' ')).toBe(shelfAddress)
    expect(all).toContain('Azul, G')
    for (const { code } of orders) expect(all).toContain(code)
    expect(Math.min(...pieces.map(({ y }) => y))).toBeGreaterThan(0)
  },
)

test('an address without a space is broken, and no line of two products lies on another', async () => {
  const shelfAddress = 'GALPAO2-CORREDOR14-ESTANTEC-PRATELEIRA3-CAIXA0012'
  const line = { ...product, shelfAddress, units: 1, orders: [{ code: '261128ABC', units: 1 }] }
  const pieces = await readTexts(
    await pickingPdf({ lines: [line, line], orders: 1, units: 2, isCut: false }, 'label', texts),
  )
  const left = Math.min(...pieces.map(({ x }) => x))
  const shelf = pieces.filter(({ x, text }) => x === left && shelfAddress.includes(text))
  expect(shelf.map(({ text }) => text).join('')).toBe(shelfAddress.repeat(2))
  expect(new Set(shelf.map(({ y }) => y)).size).toBe(shelf.length)
  expect(shelf.toSorted((a, b) => b.y - a.y)).toEqual(shelf)
})
