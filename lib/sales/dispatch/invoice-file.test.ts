import { gzipSync } from 'node:zlib'
import { nfeXml } from '@/lib/testing/factories/nfe'
import { processorMs } from '@/lib/testing/harnesses/processor-time'
import { checkDigitOf, findAccessKey, isAccessKey } from '@/lib/core/access-key'
import { findOrderCodes, readInvoiceFile } from './invoice-file'

const key = '52060433009911002506550120000007800267301615'
const read = (text: string, name = 'nota.xml') => readInvoiceFile(name, Buffer.from(text))
const withNote = (xml: string, note: string) =>
  xml.replace('</infNFe>', `<infAdic><infCpl>${note}</infCpl></infAdic></infNFe>`)

test('an access key is taken only with its own check digit', () => {
  // The example of the NF-e manual's section on the access key.
  expect(checkDigitOf(key.slice(0, 43))).toBe(5)
  expect(isAccessKey(key)).toBe(true)
  expect(isAccessKey(`${key.slice(0, 43)}4`)).toBe(false)
  expect(isAccessKey(key.slice(1))).toBe(false)
  expect(findAccessKey(`DANFE ${key}.pdf`)).toBe(key)
  expect(findAccessKey(`${key}0.pdf`)).toBeNull()
})

test('an NF-e tells its key, number, total, and the order that its notes name', () => {
  const xml = withNote(nfeXml({ totalCents: 6490, number: 77 }), 'Pedido Shopee 261121ABCD1234. Obrigado')
  const result = read(xml)
  expect(result).toMatchObject({
    ok: true,
    invoice: {
      kind: 'nfe',
      number: '77',
      series: '1',
      totalCents: 6490n,
      orderCodes: ['261121ABCD1234'],
      refusal: null,
    },
  })
})

test('the order may stand in the file’s name alone, whatever the case', () => {
  expect(read(nfeXml({ totalCents: 100 }), '261121abcd1234-nfe.xml')).toMatchObject({
    invoice: { orderCodes: ['261121ABCD1234'] },
  })
  expect(findOrderCodes(`x_261121ABCD1234_y 9${'1'.repeat(20)}`)).toEqual(['261121ABCD1234'])
})

test('a content declaration is read too', () => {
  const dce = `${key.slice(0, 20)}99${key.slice(22, 43)}`
  const own = `${dce}${checkDigitOf(dce)}`
  const xml = `<dceProc><DCe><infDCe Id="DCe${own}"><ide><serie>1</serie><nDC>9</nDC></ide><total><vDC>12.50</vDC></total></infDCe></DCe></dceProc>`
  expect(read(xml)).toMatchObject({ invoice: { kind: 'dce', number: '9', totalCents: 1250n, accessKey: own } })
})

test('only the name of a PDF is read', () => {
  const pdf = (name: string) => readInvoiceFile(name, Buffer.from('%PDF-1.7 …'))
  expect(pdf(`${key}.pdf`)).toMatchObject({ ok: true, invoice: { format: 'pdf', accessKey: key, totalCents: null } })
  expect(pdf('261121ABCD1234.pdf')).toMatchObject({ invoice: { orderCodes: ['261121ABCD1234'], accessKey: null } })
})

test('SEFAZ’s refusal inside the file is reported', () => {
  const protocol = { status: '204', reason: 'Duplicidade de NF-e' }
  expect(read(nfeXml({ totalCents: 100, protocol }))).toMatchObject({
    invoice: { refusal: '204: Duplicidade de NF-e' },
  })
})

test.each([
  ['100', 'Autorizado o uso da NF-e'],
  ['150', 'Autorizado o uso da NF-e, autorização fora de prazo'],
  ['120', 'Autorizado o uso da NF-e, com alerta'],
])('an authorization under the code %s is no refusal', (status, reason) => {
  expect(read(nfeXml({ totalCents: 100, protocol: { status, reason } }))).toMatchObject({
    ok: true,
    invoice: { refusal: null },
  })
})

test.each([
  ['nothing', '', 'invoiceFileEmpty'],
  ['no XML', 'hello', 'invoiceFileUnknown'],
  ['broken XML', '<nfeProc><NFe></nfeProc>', 'invoiceFileUnknown'],
  ['another document', '<cteProc><infCte Id="CTe1"/></cteProc>', 'invoiceFileUnknown'],
  ['a document type', '<!DOCTYPE a [<!ENTITY x "y">]><nfeProc>&x;</nfeProc>', 'invoiceFileUnsafe'],
  ['a key with a wrong digit', nfeXml({ totalCents: 1, accessKey: `${key.slice(0, 43)}4` }), 'invoiceKeyWrong'],
])('%s is refused', (_, text, error) => {
  expect(read(text)).toEqual({ ok: false, error })
})

test('bytes that are no text are refused', () => {
  expect(readInvoiceFile('a.xml', Buffer.from([0x3c, 0xff, 0xfe, 0x3e]))).toEqual({
    ok: false,
    error: 'invoiceFileUnknown',
  })
})

const million = (text: string) => `<nfeProc>${text.repeat(Math.floor(1_000_000 / text.length))}`

test.each([
  ['tags that never begin', million('<'), 'invoiceFileUnknown'],
  ['unknown entities', million('&x;'), 'invoiceFileUnknown'],
  ['ends without a start', million('</b>'), 'invoiceFileUnknown'],
  ['the same attribute again and again', `<nfeProc ${'a="" '.repeat(200_000)}>`, 'invoiceFileUnsafe'],
  ['tags that never end', million('<b>'), 'invoiceFileUnsafe'],
  [
    'countless attributes',
    `<a ${Array.from({ length: 90_000 }, (_, i) => `a${i}=""`).join(' ')}/>`,
    'invoiceFileUnsafe',
  ],
])('a million characters of %s are refused at once', async (_, text, error) => {
  const spent = await processorMs(() => expect(read(text)).toEqual({ ok: false, error }))
  // Without a stop at the first error it takes tens of seconds.
  expect(spent).toBeLessThan(2000)
})

test.each(['-200000-01-01T00:00:00Z', '+200000-01-01T00:00:00Z', 'yesterday'])(
  'an invoice of %s is read without its day',
  (day) => {
    const xml = nfeXml({ totalCents: 100 }).replace(/<dhEmi>.*<\/dhEmi>/, `<dhEmi>${day}</dhEmi>`)
    expect(read(xml)).toMatchObject({ ok: true, invoice: { issuedAt: null, totalCents: 100n } })
  },
)

test.each([
  ['1234.56', 123_456n],
  ['1234.5', 123_450n],
  ['1234', 123_400n],
  ['1234.5600', 123_456n],
  ['1234,56', 123_456n],
  ['1.234,56', 123_456n],
  ['1,234.56', null],
  ['-1.00', null],
])('a total of %s is read as issuers’ programs write it', (written, totalCents) => {
  const xml = nfeXml({ totalCents: 100 }).replace('<vNF>1.00', `<vNF>${written}`)
  expect(read(xml)).toMatchObject({ ok: true, invoice: { totalCents } })
})

const nfe = (head = '') => nfeXml({ totalCents: 100 }).replace('<ide>', `<ide>${head}`)
test.each([
  ['a return', nfe('<tpNF>1</tpNF><finNFe>4</finNFe>'), 'invoiceNotSale'],
  ['the issuer’s own entry', nfe('<tpNF>0</tpNF>'), 'invoiceNotSale'],
  ['a complement', nfe('<finNFe>2</finNFe>'), 'invoiceNotSale'],
  ['a trial run', nfe('<tpAmb>2</tpAmb>'), 'invoiceTrial'],
  ['two invoices', `<lote>${[nfe(), nfe()].join('').replace(/<\?xml[^>]*\?>/g, '')}</lote>`, 'invoiceFileSeveral'],
  ['a zip', Buffer.from('PK\x03\x04 nota.xml', 'latin1'), 'invoiceFileZip'],
  ['a packed file', gzipSync(nfe()), 'invoiceFileZip'],
])('%s is no sale’s invoice', (_, file, error) => {
  expect(readInvoiceFile('nota.xml', Buffer.from(file as string))).toEqual({ ok: false, error })
})

test('a sale says that it is one, or says nothing', () => {
  for (const head of ['', '<tpNF>1</tpNF><finNFe>1</finNFe><tpAmb>1</tpAmb>']) expect(read(nfe(head)).ok).toBe(true)
})
