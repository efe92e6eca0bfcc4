import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeOfx, parseOfx } from '@/lib/connect/money-reports/ofx'
import { readPurchaseInvoice } from '@/lib/catalog/purchases/invoice-file'
import { readInvoiceFile } from '@/lib/sales/dispatch/invoice-file'
import { supplierNfe } from '@/lib/testing/factories/supplier-nfe'
import { layoutOf } from '@/lib/connect/catalogue-sheets/layout'
import { readRow } from '@/lib/connect/catalogue-sheets/read-row'
import { readCost, readPasted } from '@/lib/catalog/products/read-cost'
import { readTable } from '@/lib/core/sheets/table-reader'
import { makeZip, sheetXml, workbookParts } from '@/lib/testing/factories/zip-file'

const out = '/tmp/probe-other.txt'
writeFileSync(out, '')
const folder = mkdtempSync(join(tmpdir(), 'probe-'))
let n = 0
const say = (text: string) => appendFileSync(out, text + '\n')
const shown = (value: unknown) =>
  JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? `${v}` : v instanceof Map ? [...v] : v))

const head =
  'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252\nCOMPRESSION:NONE\nOLDFILEUID:NONE\nNEWFILEUID:NONE\n\n'
const ofx = (list: string, account = '<BANKACCTFROM><BANKID>0341<ACCTID>12345-6<ACCTTYPE>CHECKING</BANKACCTFROM>') =>
  `${head}<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL${account}<BANKTRANLIST><DTSTART>20261101<DTEND>20261130${list}</BANKTRANLIST><LEDGERBAL><BALAMT>1000.00<DTASOF>20261130</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
const trn = (over: Record<string, string> = {}) =>
  `<STMTTRN>${Object.entries({
    TRNTYPE: 'CREDIT',
    DTPOSTED: '20261103',
    TRNAMT: '100.00',
    FITID: `f${(n += 1)}`,
    MEMO: 'PIX RECEBIDO',
    ...over,
  })
    .map(([k, v]) => (v === '' ? '' : `<${k}>${v}\n`))
    .join('')}</STMTTRN>`
const O = (name: string, body: string | Buffer) => {
  try {
    const r = parseOfx(decodeOfx(Buffer.from(body)), '2026-11-29')
    say(
      `## ofx ${name}\n` +
        r
          .map((s) => '   ' + shown({ ...s, entries: s.entries.map((e) => `${e.day} ${e.amountCents} ${e.memo}`) }))
          .join('\n'),
    )
  } catch (e) {
    say(`## ofx ${name} REFUSED ${(e as { code: string }).code ?? e}`)
  }
}
test('ofx', () => {
  O('base', ofx(trn()))
  O('day short', ofx(trn({ DTPOSTED: '20261103120000[-3:BRT]' })))
  O('dtposted next-day by zone', ofx(trn({ DTPOSTED: '20261104010000[0:GMT]' })))
  O('dtposted 2-digit year', ofx(trn({ DTPOSTED: '261103' })))
  O('dtposted with dashes', ofx(trn({ DTPOSTED: '2026-11-03T10:00:00' })))
  O('dtposted 00000000 with DTUSER', ofx(trn({ DTPOSTED: '00000000', DTUSER: '20261103' })))
  O('empty DTPOSTED with DTUSER', ofx(trn({ DTPOSTED: '', DTUSER: '20261103' })))
  O('amount comma', ofx(trn({ TRNAMT: '1.234,56' }) + trn({ TRNAMT: '-1.234,56', TRNTYPE: 'DEBIT' })))
  O('amount spaces thousands', ofx(trn({ TRNAMT: '1 234.56' })))
  O('amount apostrophe', ofx(trn({ TRNAMT: "'100.00" })))
  O('amount plus', ofx(trn({ TRNAMT: '+100.00' })))
  O('amount scientific', ofx(trn({ TRNAMT: '1.0E2' })))
  O('amount 10000 cents-like', ofx(trn({ TRNAMT: '10000' })))
  O('huge', ofx(trn({ TRNAMT: '30000000.00' })))
  O('reversal of a credit', ofx(trn() + trn({ TRNTYPE: 'DEBIT', TRNAMT: '-100.00', MEMO: 'ESTORNO PIX RECEBIDO' })))
  O('partial file: cut in the middle', ofx(trn() + trn({ TRNAMT: '2345.67' })).slice(0, -190))
  O('partial file: cut in amount', ofx(trn() + trn({ TRNAMT: '2345.67' })).replace(/(2345)\.67[^]*$/, '23'))
  O('lower case tags', ofx(trn()).toLowerCase().replace('ofxheader', 'OFXHEADER'))
  O('savings + investments', ofx(trn(), '<BANKACCTFROM><BANKID>0341<ACCTID>12345-6<ACCTTYPE>SAVINGS</BANKACCTFROM>'))
  O(
    'two statements same account',
    ofx(trn()).replace(
      '</BANKMSGSRSV1>',
      ofx(trn({ DTPOSTED: '20261104' })).match(/<STMTTRNRS>[^]*<\/STMTTRNRS>/)![0] + '</BANKMSGSRSV1>',
    ),
  )
  O('no account', ofx(trn(), ''))
  O(
    'account with spaces & dots',
    ofx(trn(), '<BANKACCTFROM><BANKID>341<ACCTID> 12.345-6 <ACCTTYPE>CHECKING</BANKACCTFROM>'),
  )
  O('html in memo', ofx(trn({ MEMO: 'PIX &amp; <b>x</b> SHOPEE' })))
  O('unescaped & and <', ofx(trn({ MEMO: 'A & B < C' })))
  O(
    'XML version 2',
    `<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200" VERSION="211"?><OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL</CURDEF><BANKACCTFROM><BANKID>1</BANKID><ACCTID>2</ACCTID></BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20261103</DTPOSTED><TRNAMT>100.00</TRNAMT><FITID>1</FITID><MEMO>PIX</MEMO></STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
  )
  O(
    'blocked / provisional lines',
    ofx(trn({ MEMO: 'DEP CHEQUE BLOQUEADO' }) + trn({ MEMO: 'LANCAMENTO FUTURO PIX' }) + trn({ MEMO: 'SALDO DO DIA' })),
  )
  O('currency BRL in STMTTRN', ofx(trn({ CURRENCY: '<CURRATE>1.0<CURSYM>BRL' })))
  O('zero amount', ofx(trn({ TRNAMT: '0.00', MEMO: 'SALDO ANTERIOR ' }) + trn({ TRNAMT: '0.00' })))
  O('missing /STMTTRN ends', ofx(trn() + trn({ TRNAMT: '5.00' })).replaceAll('</STMTTRN>', ''))
  O('year 1899 / 2106', ofx(trn({ DTPOSTED: '18991230' }) + trn({ DTPOSTED: '21060101' })))
})

const to = '55666777000161'
const lines = [
  { code: 'A', quantity: '3.0000', goodsCents: 9_000 },
  { code: 'B', quantity: '1', goodsCents: 1_000 },
]
const nfe = (change: (xml: string) => string = (x) => x) => change(supplierNfe({ to, lines }))
const P = (name: string, body: string | Buffer) => {
  const r = readPurchaseInvoice(Buffer.from(body))
  say(
    `## nfe ${name}: ` +
      (r.ok
        ? shown({
            no: r.invoice.number,
            on: r.invoice.issuedOn,
            t: r.invoice.content.totals,
            inst: r.invoice.content.instalments,
            lines: r.invoice.content.lines.map(
              (l) =>
                `${l.code}|${l.ean}|${l.unit}|${l.quantity}|${l.goodsCents}|f${l.freightCents}|o${l.otherCents}|d${l.discountCents}|st${l.stCents}|ipi${l.ipiCents}|${l.isGift}`,
            ),
            owes: r.invoice.content.owesNothing,
            sv: r.invoice.content.services,
          })
        : `${r.error} ${shown(r.values)}`),
  )
}
const Q = (name: string, body: string | Buffer, file = 'x.xml') => {
  const r = readInvoiceFile(file, Buffer.from(body))
  say(`## sale nfe ${name}: ${shown(r.ok ? r.invoice : r)}`)
}
test('nfe', () => {
  P('base', nfe())
  P(
    'bare NFe without protocol',
    nfe((x) => x.replace(/<protNFe>[^]*<\/protNFe>/, '')),
  )
  P(
    'namespace prefix',
    nfe((x) =>
      x.replace(/<(\/?)(nfeProc|NFe|infNFe|det|prod|emit|dest|ide|total|ICMSTot|protNFe|infProt)\b/g, '<$1ns2:$2'),
    ),
  )
  P(
    'soap envelope',
    nfe(
      (x) =>
        `<soap:Envelope xmlns:soap="x"><soap:Body><nfeDistDFeInteresseResponse><nfeDistDFeInteresseResult>${x.replace(/<\?xml[^>]*>/, '')}</nfeDistDFeInteresseResult></nfeDistDFeInteresseResponse></soap:Body></soap:Envelope>`,
    ),
  )
  P(
    'distDFe docZip',
    '<?xml version="1.0"?><retDistDFeInt xmlns="http://www.portalfiscal.inf.br/nfe"><loteDistDFeInt><docZip NSU="1" schema="procNFe_v4.00.xsd">H4sIAAAAAAAA</docZip></loteDistDFeInt></retDistDFeInt>',
  )
  P('two nfe in one file', nfe() + nfe().replace(/<\?xml[^>]*>/, ''))
  P(
    'two nfeProc in a wrapper',
    `<lote>${nfe().replace(/<\?xml[^>]*>/, '')}${supplierNfe({ to, lines, number: 99 }).replace(/<\?xml[^>]*>/, '')}</lote>`,
  )
  P(
    'complementary finNFe 2',
    nfe((x) => x.replace('<mod>55</mod>', '<mod>55</mod><finNFe>2</finNFe>')),
  )
  P(
    'finNFe 5 nota de crédito',
    nfe((x) => x.replace('<mod>55</mod>', '<mod>55</mod><finNFe>5</finNFe>')),
  )
  P(
    'finNFe 6 nota de débito',
    nfe((x) => x.replace('<mod>55</mod>', '<mod>55</mod><finNFe>6</finNFe>')),
  )
  P(
    'event cancel with procEvento',
    '<procEventoNFe><evento><infEvento Id="ID110111"><chNFe>35</chNFe><tpEvento>110111</tpEvento><detEvento><descEvento>Cancelamento</descEvento></detEvento></infEvento></evento></procEventoNFe>',
  )
  P(
    'event 110115',
    '<procEventoNFe><evento><infEvento Id="ID1"><tpEvento>110115</tpEvento></infEvento></evento></procEventoNFe>',
  )
  P(
    'manifest 210200',
    '<procEventoNFe><evento><infEvento Id="ID1"><tpEvento>210200</tpEvento></infEvento></evento></procEventoNFe>',
  )
  P(
    'NFC-e',
    nfe((x) => x.replace('<mod>55', '<mod>65')),
  )
  P(
    'CT-e OS',
    '<cteOSProc><CTeOS><infCte Id="CTe35"><ide><nCT>12</nCT><dhEmi>2026-11-01T10:00:00-03:00</dhEmi></ide><emit><xNome>Transp</xNome></emit><vPrest><vTPrest>50.00</vTPrest></vPrest></infCte></CTeOS></cteOSProc>',
  )
  P(
    'CT-e simplificado',
    '<cteSimpProc><CTeSimp><infCte Id="CTe35"><ide><nCT>12</nCT><dhEmi>2026-11-01T10:00:00-03:00</dhEmi></ide><emit><xNome>Transp</xNome></emit><total><vTPrest>50.00</vTPrest></total></infCte></CTeSimp></cteSimpProc>',
  )
  P('MDF-e', '<mdfeProc><MDFe><infMDFe Id="MDFe35"/></MDFe></mdfeProc>')
  P('CF-e SAT', '<CFe><infCFe Id="CFe35"><ide><mod>59</mod></ide></infCFe></CFe>')
  P('NF3e', '<nf3eProc><NF3e><infNF3e Id="NF3e35"/></NF3e></nf3eProc>')
  P('NFCom', '<nfcomProc><NFCom><infNFCom Id="NFCom35"/></NFCom></nfcomProc>')
  P('NFS-e ABRASF', '<CompNfse><Nfse><InfNfse Id="1"/></Nfse></CompNfse>')
  P('inutilizacao', '<ProcInutNFe><inutNFe><infInut Id="ID35"/></inutNFe></ProcInutNFe>')
  P(
    'vProd 3 decimals',
    nfe((x) => x.replace('<vProd>90.00</vProd>', '<vProd>90.000</vProd>')),
  )
  P(
    'vFrete negative',
    nfe((x) => x.replace('<vFrete>0.00</vFrete>', '<vFrete>-1.00</vFrete>')),
  )
  P(
    'qCom scientific',
    nfe((x) => x.replace('<qCom>3.0000</qCom>', '<qCom>3E0</qCom>')),
  )
  P('half cent lines', supplierNfe({ to, lines: [{ code: 'A', quantity: '3.3333', goodsCents: 3333 }] }))
  P('alphanumeric CNPJ', supplierNfe({ to, lines, supplier: '12ABC34501DE35' }))
  P(
    'issued with dEmi',
    nfe((x) => x.replace(/<dhEmi>[^<]*<\/dhEmi>/, '<dEmi>2026-11-10</dEmi>')),
  )
  P(
    'dhEmi Brazilian',
    nfe((x) => x.replace(/<dhEmi>[^<]*<\/dhEmi>/, '<dhEmi>10/11/2026 10:00:00</dhEmi>')),
  )
  P(
    'cEAN GTIN-14 & unit UN.',
    nfe((x) => x.replace('SEM GTIN', '17891234567892').replace('<uCom>UN', '<uCom>UN.')),
  )
  P(
    'infNFe twice (resubmitted)',
    nfe((x) => x.replace('</NFe>', '</NFe><NFe><infNFe Id="NFe1"/></NFe>')),
  )
  P(
    'total mismatch by cents',
    nfe((x) => x.replace('<vProd>100.00</vProd>', '<vProd>100.01</vProd>')),
  )
  P(
    'indTot 0',
    nfe((x) =>
      x.replace('<indTot>1</indTot>', '<indTot>0</indTot>').replace('<vProd>100.00</vProd>', '<vProd>10.00</vProd>'),
    ),
  )
  P('gzip', require('node:zlib').gzipSync(nfe()))
  P('zip', makeZip([{ name: 'a.xml', content: nfe() }]))
  P('PDF', '%PDF-1.4')
  P('html error page saved as xml', '<!DOCTYPE html><html><body>erro</body></html>')
  P('truncated', nfe().slice(0, -200))
  P(
    'comment/CDATA',
    nfe((x) => x.replace('<xProd>A</xProd>', '<xProd><![CDATA[A & B]]></xProd>').replace('<ide>', '<!-- x --><ide>')),
  )
  P(
    'DIFAL / IPI devol / monofasico',
    nfe((x) =>
      x
        .replace('<vIPI>0.00</vIPI>', '<vIPI>0.00</vIPI><vIPIDevol>1.00</vIPIDevol><vII>2.00</vII>')
        .replace(/<vNF>[^<]*/, '<vNF>103.00'),
    ),
  )
  P(
    'IBSCBS groups',
    nfe((x) =>
      x.replace('</ICMSTot>', '</ICMSTot><IBSCBSTot><vBCIBSCBS>100.00</vBCIBSCBS></IBSCBSTot><vNFTot>101.00</vNFTot>'),
    ),
  )
  P(
    'tPag 90',
    nfe((x) => x.replace('</infNFe>', '<pag><detPag><tPag>90</tPag><vPag>0.00</vPag></detPag></pag></infNFe>')),
  )
  P(
    'CFOP return 1202 entrada',
    nfe((x) => x.replace('<mod>55</mod>', '<mod>55</mod><tpNF>0</tpNF><finNFe>4</finNFe>')),
  )
  P(
    'pag two detPag first 90',
    nfe((x) =>
      x.replace(
        '</infNFe>',
        '<pag><detPag><tPag>90</tPag><vPag>0.00</vPag></detPag><detPag><tPag>15</tPag><vPag>100.00</vPag></detPag></pag></infNFe>',
      ),
    ),
  )
  Q('base', nfe())
  Q(
    'return finNFe 4',
    nfe((x) => x.replace('<mod>55</mod>', '<mod>55</mod><tpNF>0</tpNF><finNFe>4</finNFe>')),
  )
  Q(
    'cancel event',
    '<procEventoNFe><evento><infEvento Id="ID110111"><chNFe>35</chNFe><tpEvento>110111</tpEvento></infEvento></evento></procEventoNFe>',
  )
  Q(
    'homologacao',
    nfe((x) => x.replace('<mod>55</mod>', '<mod>55</mod><tpAmb>2</tpAmb>')),
  )
  Q('denied 301', supplierNfe({ to, lines, status: '301' }))
  Q('cStat 101 cancelled in protocol', supplierNfe({ to, lines, status: '101' }))
  Q(
    'protocol of another invoice',
    nfe((x) => x.replace(/<chNFe>\d{44}/, '<chNFe>35261111222333000181550010000000011000000011')),
  )
  Q('NFC-e', supplierNfe({ to, lines }).replace('<mod>55', '<mod>65'))
  Q(
    'order in infCpl lower case with #',
    nfe((x) =>
      x.replace('</infNFe>', '<infAdic><infCpl>Pedido Shopee: #261101aaaa0001; obrigado</infCpl></infAdic></infNFe>'),
    ),
  )
  Q(
    'order in obsCont',
    nfe((x) =>
      x.replace(
        '</infNFe>',
        '<infAdic><obsCont xCampo="pedido"><xTexto>261101AAAA0001</xTexto></obsCont></infAdic></infNFe>',
      ),
    ),
  )
  Q(
    'bare nfe',
    nfe((x) => x.replace(/<protNFe>[^]*<\/protNFe>/, '')),
  )
})

const C = (name: string, headings: string[], ...rows: string[][]) => {
  const layout = layoutOf(new Map(headings.entries()), true)
  if (!layout) return say(`## cat ${name}: UNKNOWN`)
  for (const values of rows) {
    const cells = new Map(
      values.flatMap((text, at) => (text === '' ? [] : [[at, { kind: 'text' as const, text }] as const])),
    )
    const r = readRow({ number: 2, cells }, layout)
    say(
      `## cat ${name} [${layout.source}/${layout.shape}]: ${shown(r && { v: r.values, bad: r.problems.map((p) => `${p.cell} ${p.field} ${p.problem} ${p.value}`), odd: r.odd.map((p) => `${p.cell} ${p.field} ${p.problem} ${p.value}`) })}`,
    )
  }
}
test('catalogue', () => {
  const b = [
    'Código',
    'Descrição',
    'Unidade',
    'NCM',
    'Preço',
    'Situação',
    'Estoque',
    'Preço de custo',
    'GTIN/EAN',
    'Peso bruto (Kg)',
    'Largura do produto',
    'Cross-Docking',
    'Tipo Produção',
  ]
  const r = (over: Record<string, string> = {}) =>
    b.map(
      (h) =>
        ({
          Código: 'A-1',
          Descrição: 'Caneca',
          Unidade: 'UN',
          NCM: '6911.10.10',
          Preço: '10,00',
          Situação: 'Ativo',
          Estoque: '5',
          'Preço de custo': '4,00',
          'GTIN/EAN': '7891234567895',
          'Peso bruto (Kg)': '0,250',
          'Largura do produto': '10',
          'Cross-Docking': '1',
          'Tipo Produção': 'P',
          ...over,
        })[h] ?? '',
    )
  C('bling', b, r())
  C(
    'bling apostrophes',
    b,
    r().map((c) => `'${c}`),
  )
  C('price US', b, r({ Preço: '1,234.50', 'Preço de custo': '1234.5' }))
  C('price with 4 decimals', b, r({ Preço: '10,0000000000', 'Preço de custo': '4,1234567890' }))
  C('cost 1.234', b, r({ 'Preço de custo': '1.234' }))
  C('cost brackets/negative', b, r({ 'Preço de custo': '(4,00)', Preço: '-10,00' }))
  C('cost R$ + nbsp', b, r({ 'Preço de custo': 'R$\u00a04,00' }))
  C('cost percent', b, r({ 'Preço de custo': '40%' }))
  C('cost n/d', b, r({ 'Preço de custo': 'N/D', Preço: '-', Estoque: '–' }))
  C(
    'stock decimals / negative / thousands',
    b,
    r({ Estoque: '5,0000' }),
    r({ Estoque: '-3' }),
    r({ Estoque: '1.000' }),
    r({ Estoque: '1.000,00' }),
  )
  C('gtin scientific', b, r({ 'GTIN/EAN': '7,89123E+12' }))
  C(
    'gtin with spaces / two',
    b,
    r({ 'GTIN/EAN': '7891234567895 / 7891234567901' }),
    r({ 'GTIN/EAN': '789 1234 567895' }),
  )
  C('ncm short / 0', b, r({ NCM: '691110' }), r({ NCM: '00000000' }))
  C(
    'weight 250g word',
    b,
    r({ 'Peso bruto (Kg)': '250 g' }),
    r({ 'Peso bruto (Kg)': '0,250 kg' }),
    r({ 'Peso bruto (Kg)': '.25' }),
    r({ 'Peso bruto (Kg)': '0.25' }),
  )
  C('width 10 cm', b, r({ 'Largura do produto': '10 cm' }))
  C('status words', b, r({ Situação: 'Excluído' }), r({ Situação: 'Suspenso' }))
  C('sku scientific', b, r({ Código: '1,00E+05' }))
  C(
    'own template',
    ['SKU', 'Título', 'Preço', 'Estoque contado', 'Custo', 'Custo desde'],
    ['A-1', 'Caneca', '10,00', '5', '4,00', '01/11/2026'],
  )
  C('own template price bad', ['SKU', 'Título', 'Preço'], ['A-1', 'Caneca', '10%'])
  for (const t of [
    '4,00',
    '4.00',
    '1.234,56',
    '1,234.56',
    'R$ 4,00',
    '4',
    '1.234',
    '0,5',
    '.5',
    '4,00 ',
    "'4,00",
    '(4,00)',
    '-4',
    '4%',
    '4,123456789',
    '1e3',
    '4,00 R$',
    'R$4',
    '4,00/un',
    '−4',
    '\u00a04,00',
    '="4,00"',
    '4 00',
  ])
    say(`## cost ${JSON.stringify(t)}: ${shown(readCost(t))}`)
  for (const t of [
    'A\t4,00\nB\t5,00',
    'SKU\tCusto\nA\t4,00',
    'A;4,00\nB;5,00',
    'A,4.00',
    'A\tCaneca\t4,00',
    '"A"\t"4,00"',
    'A\t\nB\t5',
  ])
    say(`## paste ${JSON.stringify(t)}: ${shown(readPasted(t))}`)
})

async function X(name: string, body: Buffer) {
  const path = join(folder, `${(n += 1)}.xlsx`)
  writeFileSync(path, body)
  const rows: string[] = []
  try {
    await readTable(
      path,
      (r) =>
        rows.push(
          `${r.sheet ?? ''}#${r.number} ` +
            [...r.cells]
              .map(([at, c]) => `${at}:${c.kind}${c.isDay ? '*' : ''}${c.from1904 ? '4' : ''}=${c.text}`)
              .join(' '),
        ),
      { preferredSheet: 'orders', sheets: ['orders'], all: true, maxRows: 1000 },
    )
    say(`## xlsx ${name}\n   ${rows.join('\n   ')}`)
  } catch (e) {
    say(`## xlsx ${name} REFUSED ${(e as { code: string }).code ?? (e as Error).stack}`)
  }
}
test('xlsx', async () => {
  const strictBook =
    '<workbook xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main" xmlns:r="http://purl.oclc.org/ooxml/officeDocument/relationships" conformance="strict"><workbookPr date1904="1"/><sheets><sheet name="Pedidos" sheetId="1" r:id="rId1"/></sheets></workbook>'
  const rels =
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/styles" Target="styles.xml"/></Relationships>'
  const root =
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>'
  const styles =
    '<styleSheet><numFmts count="1"><numFmt numFmtId="164" formatCode="[$-416]dd/mm/yyyy\\ hh:mm;@"/></numFmts><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="10"/></cellXfs></styleSheet>'
  await X(
    'strict with iso dates, 1904',
    makeZip([
      { name: '_rels/.rels', content: root },
      { name: 'xl/workbook.xml', content: strictBook },
      { name: 'xl/_rels/workbook.xml.rels', content: rels },
      { name: 'xl/styles.xml', content: styles },
      {
        name: 'xl/worksheets/sheet1.xml',
        content: sheetXml(
          '<row r="1"><c r="A1" t="d" s="1"><v>2026-11-01T10:15:00.000</v></c><c r="B1" s="1"><v>44865.42708</v></c><c r="C1" s="2"><v>0.035</v></c></row>',
        ),
      },
    ]),
  )
  await X(
    'shared formula with values',
    makeZip(
      workbookParts(
        sheetXml(
          '<row r="1"><c r="A1"><f t="shared" ref="A1:A3" si="0">B1*2</f><v>4</v></c></row><row r="2"><c r="A2"><f t="shared" si="0"/><v>6</v></c><c r="B2"><f t="shared" si="0"/></c></row>',
        ),
      ),
    ),
  )
  await X(
    'hidden rows',
    makeZip(
      workbookParts(
        sheetXml('<row r="1" hidden="1"><c r="A1"><v>4</v></c></row><row r="2"><c r="A2"><v>6</v></c></row>'),
      ),
    ),
  )
  await X(
    'namespaced x:',
    makeZip(
      workbookParts(
        '<?xml version="1.0"?><x:worksheet xmlns:x="a"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t xml:space="preserve"> a </x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>',
      ),
    ),
  )
  await X(
    'rich inline',
    makeZip(
      workbookParts(
        sheetXml('<row r="1"><c r="A1" t="inlineStr"><is><r><t>2611</t></r><r><t>01AAAA0001</t></r></is></c></row>'),
      ),
    ),
  )
  await X(
    'mc:AlternateContent & extLst',
    makeZip(
      workbookParts(
        '<worksheet xmlns:mc="m"><mc:AlternateContent><mc:Choice/></mc:AlternateContent><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData><extLst><ext><x14:f>A1</x14:f><v>9</v></ext></extLst></worksheet>',
      ),
    ),
  )
  await X(
    'UTF-16 part',
    makeZip(
      workbookParts(
        Buffer.from(
          '\ufeff<?xml version="1.0" encoding="UTF-16"?><worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>',
          'utf16le',
        ),
      ),
    ),
  )
  await X('BOM part', makeZip(workbookParts('\ufeff' + sheetXml('<row r="1"><c r="A1"><v>1</v></c></row>'))))
  await X('lowercase refs', makeZip(workbookParts(sheetXml('<row r="1"><c r="b1"><v>1</v></c></row>'))))
  await X(
    'rows out of order',
    makeZip(workbookParts(sheetXml('<row r="3"><c r="A3"><v>3</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>'))),
  )
  await X(
    'numbers as E',
    makeZip(
      workbookParts(
        sheetXml(
          '<row r="1"><c r="A1"><v>2.61101E+13</v></c><c r="B1"><v>7.55E1</v></c><c r="C1"><v>1E-3</v></c></row>',
        ),
      ),
    ),
  )
  await X(
    'whitespace v',
    makeZip(
      workbookParts(
        sheetXml('<row r="1"><c r="A1"><v> 75.5 </v></c><c r="B1" t="s"><v> 0 </v></c></row>'),
        '<sst><si><t>x</t></si></sst>',
      ),
    ),
  )
})
