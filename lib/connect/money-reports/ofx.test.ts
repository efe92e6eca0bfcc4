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
const read = (text: string) => parseOfx(decodeOfx(Buffer.from(text)))[0]!
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
  expect(looksLikeOfx(Buffer.from(xml.slice(0, 200)))).toBe(true)
  expect(lines(xml)).toEqual(['2026-08-03 1000 Saque é ação', '2026-08-04 -350 Tarifa'])
  expect(read(xml)).toMatchObject({ bank: '077', account: '00987-1', from: '2026-08-01', to: '2026-08-31' })
})

test('a statement in the character set of Windows is read as one in UTF-8', () => {
  const text = sgml(
    entry({ TRNTYPE: 'CREDIT', DTPOSTED: '20260803', TRNAMT: '1.00', FITID: 'a', MEMO: 'TRANSFERÊNCIA' }),
  )
  expect(parseOfx(decodeOfx(Buffer.from(text, 'latin1')))[0]!.entries[0]!.memo).toBe('TRANSFERÊNCIA')
  expect(parseOfx(decodeOfx(Buffer.from(`\uFEFF${text}`)))[0]!.entries[0]!.memo).toBe('TRANSFERÊNCIA')
})

test('entries with one number of the bank are distinguished, and are the same again in a longer statement', () => {
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

test('an unreadable field of an entry is reported by its place, and the others stand', () => {
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
  ['1.234', 'ambiguous'],
  ['-0.005', 'ambiguous'],
  ['1234,567', 'ambiguous'],
  ['10.000', 'ambiguous'],
  ['1.2345', 123n],
  ['150.0000', 15000n],
  ['-0.0050', -1n],
  ['1234.56789012', 123457n],
  ['1.234,5678', 123457n],
  ['1.234.567', 123456700n],
  ['1.23.4', null],
  ['.', null],
  ['R$ 3,00', 300n],
  ['abc', null],
  ['', null],
  ['1e5', null],
  ['--1', null],
  ['9'.repeat(20), null],
])('the amount %s is %s', (text, cents) => {
  expect(readOfxAmount(text)).toBe(cents)
})

test('a hostile file is refused: declarations, endless entries, values and files', () => {
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
  // Endless accounts are cut at a number that no bank has in one file.
  const account = (number: number) => `<BANKACCTFROM><ACCTID>${number}</BANKACCTFROM><DTEND>20260831`
  const accounts = Array.from({ length: ofxLimits.accounts + 1 }, (_, number) => account(number)).join('')
  expect(() => parseOfx(`<OFX>${accounts}`)).toThrow(expect.objectContaining({ code: 'importUnsafe' }))
})

const one = (TRNTYPE: string, TRNAMT: string, MEMO: string, DTPOSTED = '20260803') =>
  entry({ TRNTYPE, DTPOSTED, TRNAMT, FITID: 'x', MEMO })

test('an entry is known by its day, amount and text: the bank’s number of a download changes nothing', () => {
  const list = [
    one('CREDIT', '5.00', 'PIX  Recebido'),
    one('CREDIT', '5.00', 'PIX RECEBIDO'),
    one('CREDIT', '5.00', 'B'),
  ]
  const again = list.toReversed().map((text, at) => text.replace('<FITID>x', `<FITID>${at}-again`))
  const ids = (some: string[]) => read(sgml(some.join(''))).entries.map(({ fitid }) => fitid)
  expect(ids(again).toSorted()).toEqual(ids(list).toSorted())
  expect(new Set(ids(list)).size).toBe(3)
  // The text of people's numbers is not kept in it.
  expect(ids([one('CREDIT', '5.00', 'PIX 529.982.247-25')])[0]).toBe('2026-08-03|500|pix •••|1')
})

test('an entry listed again under its own number is the same entry, and is reported', () => {
  const pix = (number: string, cents = '5.00') => one('CREDIT', cents, 'PIX').replace('<FITID>x', `<FITID>${number}`)
  const { entries, idle } = read(sgml(pix('b2c9') + pix('b2c9') + pix('77ff') + pix('b2c9')))
  expect(entries.map(({ fitid }) => fitid)).toEqual(['2026-08-03|500|pix|1', '2026-08-03|500|pix|2'])
  expect(idle.map(({ kind, amountCents }) => `${kind} ${amountCents}`)).toEqual(['repeat 500', 'repeat 500'])
})

test.each([
  ['zeros', ['000000', '000000'], '000000'],
  ['nothing', ['', ''], ''],
  ['the day and the amount', ['202608030000500', '202608030000500'], '20260803000700'],
  ['the day', ['20260803', '20260803'], 'a2'],
  ['one for all of a day', ['20260803001', '20260803001'], '20260803001'],
  ['one for an entry and its fee', ['a1', 'a1'], 'a1'],
])('two equal entries are two where the bank numbers them with %s', (_, [first, second], other) => {
  const pix = (number = '', cents = '5.00') => one('CREDIT', cents, 'PIX').replace('<FITID>x', `<FITID>${number}`)
  const { entries, idle } = read(sgml(pix(first) + pix(second) + pix(other, '7.00')))
  expect([entries.length, idle.length]).toEqual([3, 0])
})

test.each([
  'SALDO ANTERIOR',
  'SALDO TOTAL DISPONÍVEL DIA',
  'Saldo do dia',
  'S A L D O',
  'SALDO FINAL',
  'Saldo em conta corrente 31/08',
  'SALDO BLOQUEADO',
  'Saldo Disponível p/ Saque',
  'SDO CTA/APL AUTOMATICAS',
  'Opening Balance',
])('the line %j is a balance, and none of the money that came', (memo) => {
  const { entries, idle } = read(sgml(one('CREDIT', '13135.01', memo) + one('CREDIT', '1.00', 'PIX')))
  expect([entries.length, idle.length]).toEqual([1, 1])
})

test.each(['PIX RECEBIDO SALDO DA CARTEIRA', 'SALDO DA CARTEIRA SHOPEE', 'RESGATE DE SALDO', 'TED SALDO'])(
  'the line %j is money, though it speaks of a balance',
  (memo) => expect(read(sgml(one('CREDIT', '5.00', memo))).entries).toHaveLength(1),
)

test('without signs the types give the direction, and an ambiguous one is reported as unknown', () => {
  const out = ['DEBIT', 'FEE', 'SRVCHG', 'DIRECTDEBIT', 'CHECK', 'PAYMENT', 'ATM', 'POS', 'CASH', 'REPEATPMT']
  const into = ['CREDIT', 'INT', 'DIV', 'DEP', 'DIRECTDEP']
  const either = ['XFER', 'OTHER', 'HOLD', '']
  const list = [...out, ...into, ...either].map((type) => one(type, '2.00', type || 'nothing'))
  const { entries, problems } = read(sgml(list.join('')))
  expect(entries.filter(({ amountCents }) => amountCents < 0n).map(({ memo }) => memo)).toEqual(out)
  expect(entries.filter(({ amountCents }) => amountCents > 0n).map(({ memo }) => memo)).toEqual(into)
  expect(problems.map(({ tag, problem, value }) => `${tag} ${problem} ${value}`)).toEqual(
    either.map((type) => `TRNTYPE noDirection ${type}`),
  )
  // Signs are believed where there are any, and where the types could not say it.
  const signed = read(sgml(one('XFER', '2.00', 'a') + one('PAYMENT', '-2.00', 'b') + one('OTHER', '3.00', 'c')))
  expect(signed.entries.map(({ amountCents }) => amountCents)).toEqual([200n, -200n, 300n])
  expect(read(sgml(one('OTHER', '3.00', 'c'))).entries).toMatchObject([{ amountCents: 300n }])
})

test('a future entry has not come yet', () => {
  const list = [one('CREDIT', '1.00', 'today', '20260803'), one('CREDIT', '2.00', 'ahead', '20260804')]
  const salary = one('DEBIT', '-3.00', 'Salário Zuleica', '20260804')
  const [{ entries, idle, outAhead }] = parseOfx(sgml(list.join('') + salary), '2026-08-03') as [
    ReturnType<typeof read>,
  ]
  expect(entries.map(({ memo }) => memo)).toEqual(['today'])
  expect(idle).toEqual([{ kind: 'future', memo: 'ahead', amountCents: 200n, day: '2026-08-04' }])
  expect(outAhead).toBe(1)
})

test('a CDATA section is its text, whatever tags it seems to hold', () => {
  const memo = '<![CDATA[PIX <b> & CIA </STMTTRN> <!DOCTYPE]]>'
  expect(lines(sgml(one('CREDIT', '1.00', memo)))).toEqual(['2026-08-03 100 PIX <b> & CIA </STMTTRN> <!DOCTYPE'])
})

test('each account of a file has its own entries, a branch distinguishes one number from another, and a card is distinguished', () => {
  const statement = (branch: string, account: string, list: string) =>
    `<STMTRS><BANKACCTFROM><BANKID>001<BRANCHID>${branch}<ACCTID>${account}</BANKACCTFROM><BANKTRANLIST><DTSTART>20260801<DTEND>20260831${list}</BANKTRANLIST></STMTRS>`
  const card = `<CCSTMTRS><CCACCTFROM><ACCTID>5555</CCACCTFROM><BANKTRANLIST>${one('CREDIT', '9.00', 'card')}</BANKTRANLIST></CCSTMTRS>`
  const same = one('CREDIT', '1.00', 'same')
  const result = parseOfx(
    `<OFX>${statement('1', '77', same)}${card}${statement('2', '77', same)}${statement('1', '77', one('CREDIT', '2.00', 'more'))}`,
  )
  expect(
    result.map(({ branch, account, isCard, entries }) => [branch, account, isCard, entries.map(({ memo }) => memo)]),
  ).toEqual([
    ['1', '77', false, ['same', 'more']],
    ['', '5555', true, ['card']],
    ['2', '77', false, ['same']],
  ])
})

test.each(['utf16le', 'latin1', 'utf8'] as const)('a statement in %s is recognized and read', (encoding) => {
  const bytes = Buffer.from(sgml(one('CREDIT', '1.00', 'TRANSFERÊNCIA')), encoding)
  expect(looksLikeOfx(bytes.subarray(0, 400))).toBe(true)
  expect(parseOfx(decodeOfx(bytes))[0]!.entries[0]!.memo).toBe('TRANSFERÊNCIA')
})

test.each([
  ['PIX <JOAO SILVA', 'PIX <JOAO SILVA'],
  ['TAXA < 5,00 > AVISO', 'TAXA < 5,00 > AVISO'],
  ['AMO <3 LOJA AZUL', 'AMO <3 LOJA AZUL'],
  ['VENDA <<URGENTE', 'VENDA <<URGENTE'],
  ['TED RECEBIDA<br/>SHPS TECNOLOGIA', 'TED RECEBIDA SHPS TECNOLOGIA'],
  ['PIX <', 'PIX <'],
])('a text with a bare bracket, %s, is not cut at it, and what follows it is read', (memo, said) => {
  const written = { TRNTYPE: 'CREDIT', DTPOSTED: '20260803', TRNAMT: '10.00', MEMO: memo, FITID: 'X1' }
  const plainOne = { TRNTYPE: 'CREDIT', DTPOSTED: '20260804', TRNAMT: '2.00', MEMO: 'DEPOIS', FITID: 'X2' }
  const after = entry(plainOne)
  expect(lines(sgml(entry(written) + after))).toEqual([`2026-08-03 1000 ${said}`, '2026-08-04 200 DEPOIS'])
  // The same in the newer form, where each element has an end.
  const ended = Object.entries(written).map(([tag, value]) => `<${tag}>${value}</${tag}>`)
  expect(lines(sgml(`<STMTTRN>${ended.join('')}</STMTTRN>${after}`))).toEqual([
    `2026-08-03 1000 ${said}`,
    '2026-08-04 200 DEPOIS',
  ])
})

test('a comment of the newer form is no text', () => {
  const one = { TRNTYPE: 'CREDIT', DTPOSTED: '20260803', TRNAMT: '10.00', MEMO: 'PIX<!-- nada -->' }
  expect(lines(sgml(entry(one)))).toEqual(['2026-08-03 1000 PIX'])
})

test.each([
  ['<MEMO>PIX RECEBIDO<MEMO>SHPS TECNOLOGIA', 'PIX RECEBIDO SHPS TECNOLOGIA'],
  ['<MEMO>PIX RECEBIDO<MEMO>PIX RECEBIDO<MEMO>', 'PIX RECEBIDO'],
  ['<MEMO><MEMO>SHPS TECNOLOGIA', 'SHPS TECNOLOGIA'],
  ['<EXTDNAME>SHPS TECNOLOGIA', 'SHPS TECNOLOGIA'],
])('a text written in several elements is one: %s', (written, said) => {
  const body = `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260803<TRNAMT>13.85<FITID>07314${written}</STMTTRN>`
  expect(lines(sgml(body))).toEqual([`2026-08-03 1385 ${said}`])
})
