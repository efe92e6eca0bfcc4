import { describeCases, readCase } from '@/lib/testing/samples/shared-cases'
import { newAccessKey } from '@/lib/sandbox/invoices/access-key'
import { supplierNfe } from '@/lib/testing/factories/supplier-nfe'
import { landedOf } from './apportion'
import { owedCents, unexplainedCents } from './invoice-content'
import { readPurchaseInvoice } from './invoice-file'

const to = '11444777000161'
const goods = [{ code: 'A1', quantity: '10.0000', goodsCents: 10_000 }]
const read = (given: string | Buffer) => {
  const purchaseInvoice = readPurchaseInvoice(Buffer.from(given as string))
  if (!purchaseInvoice.ok) throw new Error(purchaseInvoice.error)
  return purchaseInvoice.invoice.content
}
const nfe = (more: Partial<Parameters<typeof supplierNfe>[0]> = {}) => supplierNfe({ to, lines: goods, ...more })
const landed = ({ lines }: ReturnType<typeof read>) =>
  lines.reduce((sum, line) => sum + landedOf(line.goodsCents, line), 0n)
const withTotal = (xml: string, name: string, value: string, vNF: string) =>
  xml.replace('<vNF>', `<${name}>${value}</${name}><vNF>`).replace(/<vNF>[\d.]+/, `<vNF>${vNF}`)
const service = (value: string) =>
  `<det nItem="9"><prod><cProd>S</cProd><xProd>Instalação</xProd><qCom>1</qCom><vProd>${value}</vProd><indTot>1</indTot></prod><imposto><ISSQN><vISSQN>1.00</vISSQN></ISSQN></imposto></det>`

describeCases('the invoices of ../shared/cases', () => {
  test('goods and services in one: taken, the services apart', () => {
    const content = read(readCase('nfe-conjugada.xml'))
    expect(content.lines.map(({ code, goodsCents }) => [code, goodsCents])).toEqual([['A1', 100n]])
    expect(content.services).toEqual([{ title: 'PRODUTO 2', amountCents: 65_100n }])
    expect([unexplainedCents(content), owedCents(content)]).toEqual([0n, 65_200n])
  })

  test('an instalment without a due day: the day is left open', () => {
    expect(read(readCase('nfe-dup-no-dVenc.xml')).instalments).toEqual([{ dueOn: null, amountCents: 10_000n }])
  })

  test('relief that is not taken off', () => {
    const content = read(readCase('nfe-deson-0.xml'))
    expect([content.totals.discountCents, unexplainedCents(content), landed(content)]).toEqual([0n, 0n, 10_000n])
  })

  test.each(['nfe-latin1-declared-utf8.xml', 'nfe-utf8-declared-latin1.xml'])('%s: read as its bytes are', (name) => {
    expect(read(readCase(name)).supplier.name).toBe('COMÉRCIO DE LOUÇAS AÇÃO')
  })
})

const named = nfe().replace('Distribuidora Teste &amp; Filhos', 'Ação – Peças')
const declared = (name: string) => named.replace('encoding="UTF-8"', `encoding="${name}"`)
const windows = (text: string) => Buffer.from(text.replace('–', '\u0096'), 'latin1')
test.each([
  ['UTF-8 as it says', named],
  ['UTF-8 that calls itself Latin-1', declared('ISO-8859-1')],
  ['Windows-1252 that calls itself UTF-8', windows(named)],
  ['Windows-1252 as it says', windows(declared('windows-1252'))],
  ['Windows-1252 that says nothing', windows(named.replace(/<\?xml[^>]*\?>\n/, ''))],
  ['UTF-16', Buffer.from(`\uFEFF${declared('UTF-16')}`, 'utf16le')],
  ['UTF-8 behind a blank line', `\r\n \n${named}`],
  ['UTF-8 behind its mark and a blank line', `\uFEFF\n${named}`],
])('an invoice in %s is read with its letters', (_, xml) => {
  expect(read(xml).supplier.name).toBe('Ação – Peças')
})

test('services stand beside the goods, whether the issuer counts them among the goods or not', () => {
  const at = nfe().replace('<total>', `${service('50.00')}<total>`)
  for (const xml of [
    withTotal(at, 'x', '0', '150.00'),
    withTotal(at, 'x', '0', '150.00').replace('<ICMSTot><vProd>100.00', '<ICMSTot><vProd>150.00'),
  ]) {
    const content = read(xml)
    expect(content).toMatchObject({
      totals: { goodsCents: 10_000n },
      services: [{ title: 'Instalação', amountCents: 5_000n }],
    })
    expect([landed(content), unexplainedCents(content)]).toEqual([10_000n, 0n])
  }
  // An invoice of services alone has nothing for the stock.
  expect(
    readPurchaseInvoice(Buffer.from(nfe({ lines: [] }).replace('<total>', `${service('50.00')}<total>`))),
  ).toMatchObject({ ok: false })
})

test.each(['', '<dVenc></dVenc>', '<dVenc>2026-02-31</dVenc>', '<dVenc>30 dias</dVenc>'])(
  'an instalment with %j as its day keeps its amount',
  (day) => {
    const xml = nfe({
      instalments: [
        { dueOn: '2026-12-10', cents: 4_000 },
        { dueOn: 'X', cents: 6_000 },
      ],
    })
    expect(read(xml.replace('<dVenc>X</dVenc>', day)).instalments).toEqual([
      { dueOn: '2026-12-10', amountCents: 4_000n },
      { dueOn: null, amountCents: 6_000n },
    ])
  },
)

const relief = (mark: string) => nfe().replace('<orig>0</orig>', `<orig>0</orig><vICMSDeson>12.00</vICMSDeson>${mark}`)
test.each([
  ['taken off where nothing is said', relief(''), '88.00', 8_800n],
  ['taken off where that is said', relief('<indDeduzDeson>1</indDeduzDeson>'), '88.00', 8_800n],
  ['not taken off where that is said', relief('<indDeduzDeson>0</indDeduzDeson>'), '100.00', 10_000n],
])('relief is %s', (_, xml, vNF, cost) => {
  const content = read(withTotal(xml, 'vICMSDeson', '12.00', vNF))
  expect([landed(content), unexplainedCents(content)]).toEqual([cost, 0n])
})

const substituted = (mark: string) =>
  nfe().replace(
    '<IPI>',
    `<PISST><vPIS>1.50</vPIS><indSomaPISST>${mark}</indSomaPISST></PISST><COFINSST><vCOFINS>2.00</vCOFINS><indSomaCOFINSST>${mark}</indSomaCOFINSST></COFINSST><IPI>`,
  )
test('PIS and COFINS of substitution cost what the total says they do', () => {
  const added = read(withTotal(substituted('1'), 'x', '0', '103.50'))
  expect([landed(added), unexplainedCents(added)]).toEqual([10_350n, 0n])
  const apart = read(withTotal(substituted('0'), 'x', '0', '100.00'))
  expect([landed(apart), unexplainedCents(apart)]).toEqual([10_000n, 0n])
  // Where the line and the total disagree, the difference is shown and never hidden.
  expect(unexplainedCents(read(withTotal(substituted('0'), 'x', '0', '103.50')))).toBe(350n)
})

test('from 2027 on the grand total is what is owed; before, it is not looked at', () => {
  const grand = (year: string) =>
    nfe().replaceAll('2026-11-10T', `${year}-01-10T`).replace('</ICMSTot>', '</ICMSTot><vNFTot>101.00</vNFTot>')
  expect(read(grand('2027')).totals.totalCents).toBe(10_100n)
  expect(read(grand('2026')).totals.totalCents).toBe(10_000n)
})

test('free goods are received and nothing is owed for them', () => {
  const paid = (xml: string, kind: string) =>
    xml.replace('<cobr>', `<pag><detPag><tPag>${kind}</tPag><vPag>0.00</vPag></detPag></pag><cobr>`)
  expect(read(paid(nfe(), '90'))).toMatchObject({ owesNothing: true })
  expect(owedCents(read(paid(nfe(), '90')))).toBe(0n)
  expect(owedCents(read(paid(nfe(), '15')))).toBe(10_000n)
  // An instalment is owed, whatever the way of payment says.
  expect(read(paid(nfe({ instalments: [{ dueOn: '2026-12-10', cents: 10_000 }] }), '90')).owesNothing).toBe(false)
  const mixed = nfe({ lines: [...goods, { code: 'B', quantity: '1', goodsCents: 900 }] })
  for (const cfop of ['5910', '6910', '5911'])
    expect(owedCents(read(mixed.replace('<cProd>B</cProd>', `<cProd>B</cProd><CFOP>${cfop}</CFOP>`)))).toBe(10_000n)
  expect(owedCents(read(mixed.replace('<cProd>B</cProd>', '<cProd>B</cProd><CFOP>5102</CFOP>')))).toBe(10_900n)
})

test.each(['100', '150', '120'])('the status %s is an authorization', (status) => {
  expect(read(nfe({ status })).lines).toHaveLength(1)
})

test('an invoice that the tax office issued holds the office’s CNPJ in its key; any other series must hold the issuer’s', () => {
  const office = newAccessKey({ cnpj: '46377222000129', number: 1, now: Date.parse('2026-11-10') / 1000 })
  const inSeries = (series: string) => {
    const first = `${office.slice(0, 22)}${series}${office.slice(25, 43)}`
    const sum = [...first].reduceRight((total, char, i) => total + (char.charCodeAt(0) - 48) * (2 + ((42 - i) % 8)), 0)
    const digit = 11 - (sum % 11)
    return readPurchaseInvoice(Buffer.from(nfe({ accessKey: `${first}${digit > 9 ? 0 : digit}` })))
  }
  expect(['890', '895', '899'].map((series) => inSeries(series).ok)).toEqual([true, true, true])
  for (const series of ['001', '889', '900'])
    expect(inSeries(series)).toEqual({ ok: false, error: 'purchaseInvoiceSupplier' })
})

const inTwo = nfe({
  instalments: [
    { dueOn: '2026-12-10', cents: 4_000 },
    { dueOn: '2027-01-10', cents: 123_456 },
  ],
})
test.each([
  ['a comma', '1234,56', 123_456n],
  ['points for thousands', '1.234,56', 123_456n],
  ['one decimal', '1234.5', 123_450n],
  ['four decimals', '1234.5600', 123_456n],
])('an instalment with %s is read', (_, written, cents) => {
  const xml = inTwo.replace('<vDup>1234.56', `<vDup>${written}`).replace('2026-12-10', '10/12/2026')
  expect(read(xml).instalments).toEqual([
    { dueOn: '2026-12-10', amountCents: 4_000n },
    { dueOn: '2027-01-10', amountCents: cents },
  ])
})

test.each(['a combinar', '1,234.56', '-10,00'])(
  'an instalment of %j costs the instalments, and not the goods',
  (written) => {
    const content = read(inTwo.replace('<vDup>1234.56', `<vDup>${written}`))
    expect([content.instalments, content.lines.length, owedCents(content)]).toEqual([[], 1, 10_000n])
  },
)

test.each([
  ['10,0000', '10.0000'],
  ['1.000,5', '1000.5'],
])('a quantity of %s is %s', (written, quantity) => {
  expect(read(nfe().replace('<qCom>10.0000', `<qCom>${written}`)).lines[0]!.quantity).toBe(quantity)
})

test.each([
  [['90'], true],
  [['90', '15'], false],
  [['15', '90'], false],
  [['90', '90'], true],
])('an invoice paid by %j owes nothing: %s', (ways, owesNothing) => {
  const pays = ways.map((way) => `<detPag><tPag>${way}</tPag><vPag>1.00</vPag></detPag>`).join('')
  expect(read(nfe().replace('</infNFe>', `<pag>${pays}</pag></infNFe>`)).owesNothing).toBe(owesNothing)
})

test('the freight of a simplified CT-e is reported with its amount', () => {
  const cte =
    '<cteSimpProc><CTeSimp><infCte Id="CTe35"><ide><nCT>12</nCT></ide><emit><xNome>Transporte</xNome></emit><total><vTPrest>50.00</vTPrest></total></infCte></CTeSimp></cteSimpProc>'
  expect(readPurchaseInvoice(Buffer.from(cte))).toMatchObject({
    error: 'purchaseInvoiceFreightOf',
    values: { amount: '50.00' },
  })
})

test.each<[string, Buffer | string, string]>([
  ['several invoices', `<lote>${[nfe(), nfe()].join('').replace(/<\?xml[^>]*\?>/g, '')}</lote>`, 'invoiceFileSeveral'],
  ['a zip', Buffer.from('PK\x03\x04 nota.xml', 'latin1'), 'invoiceFileZip'],
])('%s are refused by what they are', (_, file, error) => {
  expect(readPurchaseInvoice(Buffer.from(file as string))).toMatchObject({ ok: false, error })
})
