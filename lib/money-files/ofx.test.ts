import { decodeOfx, looksLikeOfx, ofxLimits, parseOfx, readOfxAmount } from './ofx'

const header =
  'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252\nCOMPRESSION:NONE\n\n'
const sgml = (list: string, { account = '12345-6', bank = '0341' } = {}) =>
  `${header}<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>${bank}<BRANCHID>1234<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260801<DTEND>20260831${list}</BANKTRANLIST><LEDGERBAL><BALAMT>0<DTASOF>20260831</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
const entry = (fields: Record<string, string>) =>
  `\n<STMTTRN>${Object.entries(fields)
    .map(([tag, value]) => `<${tag}>${value}\n`)
    .join('')}</STMTTRN>`
const read = (text: string) => parseOfx(decodeOfx(Buffer.from(text)))
const lines = (text: string) => read(text).entries.map(({ day, amountCents, memo }) => `${day} ${amountCents} ${memo}`)

test.each([
  [
    'Itaú: no end tags, one number for all of a day',
    {
      TRNTYPE: 'CREDIT',
      DTPOSTED: '20260803100000[-03:EST]',
      TRNAMT: '1234.56',
      FITID: '20260803001',
      CHECKNUM: '20260803001',
      MEMO: 'PIX RECEBIDO SHPP BRASIL',
    },
    '2026-08-03 123456 PIX RECEBIDO SHPP BRASIL',
  ],
  [
    'Bradesco: a comma for cents, a name and a memo',
    {
      TRNTYPE: 'CREDIT',
      DTPOSTED: '20260804',
      TRNAMT: '1234,56',
      FITID: 'N1000C',
      NAME: 'TRANSFERENCIA PIX',
      MEMO: 'REM: SHPP BRASIL',
    },
    '2026-08-04 123456 TRANSFERENCIA PIX · REM: SHPP BRASIL',
  ],
  [
    'Banco do Brasil: a time of noon and points for thousands',
    {
      TRNTYPE: 'OTHER',
      DTPOSTED: '20260805120000[-3:BRT]',
      TRNAMT: '1.234,56',
      FITID: '2026080511234560',
      MEMO: 'Pix - Recebido',
    },
    '2026-08-05 123456 Pix - Recebido',
  ],
  [
    'Nubank: zone GMT, four places',
    {
      TRNTYPE: 'CREDIT',
      DTPOSTED: '20260806000000[0:GMT]',
      TRNAMT: '1234.5600',
      FITID: '64d0a1b2-0000-4000-8000-000000000001',
      MEMO: 'Transferência recebida pelo Pix',
    },
    '2026-08-06 123456 Transferência recebida pelo Pix',
  ],
  [
    'Inter: a date with dashes and a plus',
    {
      TRNTYPE: 'PAYMENT',
      DTPOSTED: '2026-08-07',
      TRNAMT: '+1234.56',
      FITID: '0',
      MEMO: 'Pix &quot;recebido&quot; &amp; mais',
    },
    '2026-08-07 123456 Pix "recebido" & mais',
  ],
  [
    'Caixa: whole reais and an empty memo',
    { TRNTYPE: 'CREDIT', DTPOSTED: '20260808', TRNAMT: '1234', FITID: '000000', MEMO: '', CHECKNUM: '081234' },
    '2026-08-08 123400 081234',
  ],
])('%s', (_, fields, expected) => {
  expect(lines(sgml(entry(fields)))).toEqual([expected])
})

test('the newer version, with ends, a declaration and prefixes, says the same', () => {
  const xml = `<?xml version="1.0" encoding="UTF-8" standalone="no"?><?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
    <OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKACCTFROM><BANKID>077</BANKID><ACCTID>00987-1</ACCTID></BANKACCTFROM><BANKTRANLIST>
    <DTSTART>20260801</DTSTART><DTEND>20260831</DTEND>
    <STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20260803</DTPOSTED><TRNAMT>10.00</TRNAMT><FITID>a</FITID><MEMO>Saque &#233; a&#xE7;&#xE3;o</MEMO></STMTTRN>
    <STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20260804</DTPOSTED><TRNAMT>-3.50</TRNAMT><FITID>b</FITID><NAME>Tarifa</NAME><MEMO>Tarifa</MEMO></STMTTRN>
    </BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
  expect(looksLikeOfx(xml.slice(0, 200))).toBe(true)
  expect(lines(xml)).toEqual(['2026-08-03 1000 Saque é ação', '2026-08-04 -350 Tarifa'])
  expect(read(xml)).toMatchObject({ bank: '077', account: '00987-1', from: '2026-08-01', to: '2026-08-31' })
})

test('a statement in the character set of Windows is read as one in UTF-8', () => {
  const text = sgml(
    entry({ TRNTYPE: 'CREDIT', DTPOSTED: '20260803', TRNAMT: '1.00', FITID: 'a', MEMO: 'TRANSFERÊNCIA' }),
  )
  expect(parseOfx(decodeOfx(Buffer.from(text, 'latin1'))).entries[0]!.memo).toBe('TRANSFERÊNCIA')
  expect(parseOfx(decodeOfx(Buffer.from(`\uFEFF${text}`))).entries[0]!.memo).toBe('TRANSFERÊNCIA')
})

test('entries that a bank gives one number are told apart, and are the same again in a longer statement', () => {
  const same = { TRNTYPE: 'CREDIT', DTPOSTED: '20260803', TRNAMT: '5.00', FITID: '000000', MEMO: 'a' }
  const more = [same, same, { ...same, TRNAMT: '6.00' }, { ...same, DTPOSTED: '20260804' }]
  const short = read(sgml(more.slice(0, 3).map(entry).join(''))).entries.map(({ fitid }) => fitid)
  const long = read(sgml(more.map(entry).join(''))).entries.map(({ fitid }) => fitid)
  expect(new Set(long).size).toBe(4)
  expect(long.slice(0, 3)).toEqual(short)
})

test('a bank that writes debits without a sign is believed by their type', () => {
  const list = [
    entry({ TRNTYPE: 'CREDIT', DTPOSTED: '20260803', TRNAMT: '5.00', FITID: 'a', MEMO: 'in' }),
    entry({ TRNTYPE: 'DEBIT', DTPOSTED: '20260803', TRNAMT: '2.00', FITID: 'b', MEMO: 'out' }),
  ]
  expect(lines(sgml(list.join('')))).toEqual(['2026-08-03 500 in', '2026-08-03 -200 out'])
})

test('what cannot be read of an entry is told by its place, and the others stand', () => {
  const list = [
    entry({ DTPOSTED: '20260803', TRNAMT: 'dez', FITID: 'a', MEMO: 'x' }),
    entry({ DTPOSTED: '20261303', TRNAMT: '1.00', FITID: 'b', MEMO: 'y' }),
    entry({ TRNAMT: '1.00', FITID: 'c', MEMO: 'z' }),
    entry({ DTPOSTED: '20260803', TRNAMT: '1.00', FITID: 'd', MEMO: 'good' }),
  ]
  const { entries, problems } = read(sgml(list.join('')))
  expect(entries.map(({ row, memo }) => `${row} ${memo}`)).toEqual(['4 good'])
  expect(problems.map(({ row, tag, problem }) => `${row} ${tag} ${problem}`)).toEqual([
    '1 TRNAMT notMoney',
    '2 DTPOSTED notTime',
    '3 DTPOSTED missing',
  ])
})

test.each([
  ['0', 0n],
  ['-0.01', -1n],
  ['10', 1000n],
  ['10,5', 1050n],
  ['1.234.567,89', 123456789n],
  ['1,234,567.89', 123456789n],
  ['1.234', 123400n],
  ['R$ 3,00', 300n],
  ['abc', null],
  ['', null],
  ['1e5', null],
  ['--1', null],
  ['9'.repeat(20), null],
])('the amount %s is %s', (text, cents) => {
  expect(readOfxAmount(text)).toBe(cents)
})

test('what is built to harm is refused: declarations, endless entries, values and files', () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE OFX [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]><OFX>&b;</OFX>`
  expect(() => parseOfx(bomb)).toThrow(expect.objectContaining({ code: 'importUnsafe' }))
  expect(() => parseOfx(sgml(entry({ DTPOSTED: '20260803', TRNAMT: '1', MEMO: 'a'.repeat(3000) })))).toThrow(
    expect.objectContaining({ code: 'importUnsafe' }),
  )
  expect(() => parseOfx(sgml('<STMTTRN>'.repeat(ofxLimits.entries + 1)))).toThrow(
    expect.objectContaining({ code: 'importTooManyRows' }),
  )
  expect(() => decodeOfx(Buffer.alloc(ofxLimits.bytes + 1))).toThrow(
    expect.objectContaining({ code: 'importFileTooLarge' }),
  )
  expect(() => parseOfx('<HTML><BODY>nada</BODY></HTML>')).toThrow(
    expect.objectContaining({ code: 'moneyFileUnknown' }),
  )
  // Half an element after another is none.
  expect(() => parseOfx(`<OFX>${'<a '.repeat(500_000)}`)).not.toThrow()
  // Of accounts without end no more than the second one is looked at: what stands behind it is never reached.
  const accounts = '<CCACCTFROM><ACCTID>1</CCACCTFROM><DTEND>20260831<CCACCTFROM><ACCTID>2</CCACCTFROM><DTEND>20260831'
  expect(() => parseOfx(`<OFX>${accounts}<STMTTRN><MEMO>${'a'.repeat(3000)}</STMTTRN>`)).toThrow(
    expect.objectContaining({ code: 'moneyFileSeveralAccounts' }),
  )
})
