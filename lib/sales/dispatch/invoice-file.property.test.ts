import fc from 'fast-check'
import { nfeXml } from '@/lib/testing/factories/nfe'
import { readInvoiceFile } from './invoice-file'

const given = fc.record({
  totalCents: fc.integer({ min: 100, max: 9_999_999 }),
  number: fc.integer({ min: 1, max: 999_999 }),
  code: fc.integer({ min: 1000, max: 9999 }).map((n) => `261121ABCD${n}`),
})
const read = (xml: string | Buffer) => {
  const invoiceFile = readInvoiceFile('nota.xml', Buffer.from(xml as string))
  if (!invoiceFile.ok) throw new Error(invoiceFile.error)
  return invoiceFile.invoice
}
const noted = ({ totalCents, number, code }: { totalCents: number; number: number; code: string }) =>
  nfeXml({ totalCents, number }).replace(
    '</infNFe>',
    `<infAdic><infCpl>Pedido ${code} – Ação</infCpl></infAdic></infNFe>`,
  )
const runs = { numRuns: 40 }

test('unknown fields of an invoice, its spaces and the order of its groups change nothing', () => {
  fc.assert(
    fc.property(given, (one) => {
      const xml = noted(one)
      const whole = read(xml)
      expect(whole).toMatchObject({
        totalCents: BigInt(one.totalCents),
        number: String(one.number),
        orderCodes: [one.code],
        refusal: null,
      })
      const wider = xml
        .replace('</ide>', '<cNovo>9</cNovo></ide>')
        .replace('</ICMSTot>', '<vNovo>5.00</vNovo></ICMSTot><NovoTot><vNF>1.00</vNF></NovoTot>')
        .replaceAll('><', '>\n  <')
      expect(read(wider)).toEqual(whole)
      const [total = ''] = /<total>[^]*<\/total>/.exec(xml) ?? []
      expect(read(xml.replace(total, '').replace('</infAdic>', `</infAdic>${total}`))).toEqual(whole)
    }),
    runs,
  )
})

test('in another encoding, with a mark or behind blank lines it says the same', () => {
  fc.assert(
    fc.property(given, (one) => {
      const xml = noted(one)
      const whole = read(xml)
      const bare = xml.replace(/^<\?xml[^>]*\?>\s*/, '')
      const others = [
        `\uFEFF${xml}`,
        `\n\n${xml}`,
        bare,
        Buffer.from(bare.replaceAll('–', '\u0096'), 'latin1'),
        Buffer.from(`\uFEFF${bare}`, 'utf16le'),
      ]
      for (const other of others) expect(read(other)).toEqual(whole)
    }),
    runs,
  )
})

test.each([
  ['100', 10_000n],
  ['100.00', 10_000n],
  ['100,50', 10_050n],
  ['cem', null],
])('a total of %s', (written, cents) => {
  expect(read(nfeXml({ totalCents: 12_345 }).replaceAll('<vNF>123.45', `<vNF>${written}`)).totalCents).toBe(cents)
})
