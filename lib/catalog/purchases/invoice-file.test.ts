import { supplierNfe } from '@/lib/testing/factories/supplier-nfe'
import { checkDigitOf } from '@/lib/core/access-key'
import { landedOf } from './apportion'
import { unexplainedCents, unitsOf } from './invoice-content'
import { readPurchaseInvoice } from './invoice-file'

const to = '11444777000161'
const lines = [
  { code: 'CX-10', quantity: '2.0000', unit: 'CX', goodsCents: 10_000, ipiCents: 500, ean: '7891234567895' },
  { code: 'B2', quantity: '3', goodsCents: 3_333, stCents: 100, discountCents: 33 },
]
const read = (xml: string) => readPurchaseInvoice(Buffer.from(xml))
const event = (type: string) =>
  `<procEventoNFe><evento><infEvento Id="ID"><chNFe>35</chNFe><tpEvento>${type}</tpEvento></infEvento></evento></procEventoNFe>`
const first43 = `352611112223330001816500100000432110000123${'4'}`
const consumerKey = `${first43}${checkDigitOf(first43)}`
const readOk = (xml: string) => {
  const result = read(xml)
  if (!result.ok) throw new Error(result.error)
  return result.invoice
}

test('a supplier’s invoice is read with its lines, totals and instalments, and the shares add up to the totals', () => {
  const instalments = [
    { dueOn: '2026-12-10', cents: 7_000 },
    { dueOn: '2027-01-10', cents: 7_901 },
  ]
  const { content, ...invoice } = readOk(supplierNfe({ to, lines, freightCents: 1_001, instalments }))
  expect(invoice).toMatchObject({ number: '4321', series: '1', issuedOn: '2026-11-10', addressedTo: to })
  expect(content.supplier).toEqual({
    document: '11222333000181',
    name: 'Distribuidora Teste & Filhos',
    phone: '1133334444',
  })
  expect(content.lines).toMatchObject([
    { code: 'CX-10', ean: '7891234567895', quantity: '2.0000', ipiCents: 500n, stCents: 0n, freightCents: 751n },
    { code: 'B2', ean: null, ipiCents: 0n, stCents: 100n, discountCents: 33n, freightCents: 250n },
  ])
  const landed = content.lines.reduce((sum, line) => sum + landedOf(line.goodsCents, line), 0n)
  expect(landed).toBe(content.totals.totalCents)
  expect(unexplainedCents(content)).toBe(0n)
  expect(content.instalments).toEqual([
    { dueOn: '2026-12-10', amountCents: 7_000n },
    { dueOn: '2027-01-10', amountCents: 7_901n },
  ])
})

test('a box becomes units, and what makes no whole unit is asked for', () => {
  expect(unitsOf('2.0000', 12)).toBe(24)
  expect(unitsOf('1.5', 12)).toBe(18)
  expect(unitsOf('1.55', 1)).toBeNull()
  expect(unitsOf('99999999999', 1)).toBeNull()
})

const sound = supplierNfe({ to, lines })
const entities = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'
const many = Array.from({ length: 991 }, (_, index) => ({ code: `C${index}`, quantity: '1', goodsCents: 100 }))
test.each([
  ['nothing', '', 'invoiceFileEmpty'],
  ['a text', 'olá', 'invoiceFileUnknown'],
  ['entities', sound.replace('<nfeProc', `${entities}<nfeProc`), 'invoiceFileUnsafe'],
  ['depth', `<a>${'<b>'.repeat(100)}`, 'invoiceFileUnsafe'],
  ['a wrong key', sound.replace(/Id="NFe\d/, 'Id="NFe9'), 'invoiceKeyWrong'],
  [
    'another issuer than its key’s',
    sound.replace('<emit><CNPJ>11222333000181', '<emit><CNPJ>11444777000161'),
    'purchaseInvoiceSupplier',
  ],
  [
    'an issuer that is no CNPJ',
    sound.replace('<emit><CNPJ>11222333000181', '<emit><CNPJ>11222333000180'),
    'purchaseInvoiceSupplier',
  ],
  [
    'an invoice without a protocol of SEFAZ',
    supplierNfe({ to, lines }).replace(/<protNFe>[^]*<\/protNFe>/, ''),
    'purchaseInvoiceUnproven',
  ],
  [
    'the protocol of another invoice',
    supplierNfe({ to, lines }).replace(/<chNFe>\d/, '<chNFe>9'),
    'purchaseInvoiceUnproven',
  ],
  ['a trial run', sound.replace('<mod>55</mod>', '<mod>55</mod><tpAmb>2</tpAmb>'), 'purchaseInvoiceTrial'],
  ['a trial run by its protocol', sound.replace('<infProt>', '<infProt><tpAmb>2</tpAmb>'), 'purchaseInvoiceTrial'],
  ['the issuer’s own entry', sound.replace('<mod>55</mod>', '<mod>55</mod><tpNF>0</tpNF>'), 'purchaseInvoiceNotSale'],
  ['goods sent back', sound.replace('<mod>55</mod>', '<mod>55</mod><finNFe>4</finNFe>'), 'purchaseInvoiceNotSale'],
  ['the document of a freight', '<cteProc><CTe><infCte Id="CTe35"/></CTe></cteProc>', 'purchaseInvoiceFreight'],
  ['an event of cancellation', event('110111'), 'purchaseInvoiceCancelled'],
  ['a letter of correction', event('110110'), 'purchaseInvoiceEvent'],
  ['its summary alone', '<resNFe><chNFe>35</chNFe><vNF>10.00</vNF></resNFe>', 'purchaseInvoiceSummary'],
  [
    'services of a town',
    '<CompNfse><Nfse><InfNfse><Numero>1</Numero></InfNfse></Nfse></CompNfse>',
    'purchaseInvoiceService',
  ],
  ['services by the national layout', '<NFSe><infNFSe Id="NFS3"/></NFSe>', 'purchaseInvoiceService'],
  ['a consumer’s receipt', supplierNfe({ to, lines, accessKey: consumerKey }), 'purchaseInvoiceConsumer'],
  ['a refusal of SEFAZ', supplierNfe({ to, lines, status: '204' }), 'purchaseInvoiceRefused'],
  ['no lines', supplierNfe({ to, lines: [] }), 'invoiceFileUnknown'],
  ['more lines than an invoice has', supplierNfe({ to, lines: many }), 'invoiceFileUnknown'],
  ['goods that do not add up', sound.replace('<vProd>133.33</vProd>', '<vProd>999.99</vProd>'), 'invoiceFileUnknown'],
  ['an amount beyond reason', sound.replaceAll('133.33', '9999999999999.99'), 'invoiceFileUnknown'],
  ['a quantity of nothing', sound.replace('<qCom>3</qCom>', '<qCom>0</qCom>'), 'invoiceFileUnknown'],
])('an invoice with %s is refused', (_, xml, error) => {
  expect(read(xml)).toEqual({ ok: false, error })
})

test('the document of a freight is reported with its carrier and its amount', () => {
  const cte = (
    total: string,
  ) => `<cteProc><CTe><infCte Id="CTe35"><ide><nCT>1234</nCT><dhEmi>2026-11-10T10:00:00-03:00</dhEmi></ide><emit><xNome>Transportes Já</xNome></emit>
    <vPrest><vTPrest>${total}</vTPrest></vPrest><infDoc><infNFe><chave>35</chave></infNFe></infDoc></infCte></CTe></cteProc>`
  const values = { number: '1234', carrier: 'Transportes Já', amount: '1123.45', issuedOn: '2026-11-10' }
  expect(read(cte('1123.45'))).toEqual({ ok: false, error: 'purchaseInvoiceFreightOf', values })
  expect(read(cte('?'))).toEqual({ ok: false, error: 'purchaseInvoiceFreight' })
})

test('goods without the supplier’s own code are known by the article’s, or by their name', () => {
  const bare = (xml: string) => read(xml.replace(/<cProd>[^<]*<\/cProd>/, '<cProd></cProd>'))
  const codeOf = (result: ReturnType<typeof read>) => result.ok && result.invoice.content.lines[0]!.code
  expect(codeOf(bare(supplierNfe({ to, lines: [{ ...lines[1]!, title: 'Caneca azul' }] })))).toBe('Caneca azul')
  expect(codeOf(bare(supplierNfe({ to, lines: [{ ...lines[0]!, ean: '7891234567895' }] })))).toBe('7891234567895')
})

test.each(['0000000000000', '00000000', 'SEM GTIN', '123'])('an article numbered %s has no barcode', (ean) => {
  const [line] = readOk(supplierNfe({ to, lines: [{ code: 'A', quantity: '1', goodsCents: 100, ean }] })).content.lines
  expect(line!.ean).toBeNull()
})
