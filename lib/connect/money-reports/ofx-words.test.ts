import { parseOfx, readOfxAmount } from './ofx'

const sgml = (list: string) =>
  `<OFX><STMTRS><BANKACCTFROM><BANKID>0341<ACCTID>12345-6</BANKACCTFROM><BANKTRANLIST>${list}</BANKTRANLIST></STMTRS></OFX>`
const entry = (fields: Record<string, string>) =>
  `<STMTTRN>${Object.entries(fields)
    .map(([tag, value]) => `<${tag}>${value}`)
    .join('')}</STMTTRN>`
const read = (text: string) => parseOfx(text)[0]!
const lines = (text: string) => read(text).entries.map(({ day, amountCents, memo }) => `${day} ${amountCents} ${memo}`)

test.each([
  ['without its number', (list: string) => `<CCSTMTRS><BANKTRANLIST>${list}</BANKTRANLIST></CCSTMTRS>`],
  [
    'under an account’s name',
    (list: string) => `<CCSTMTRS><BANKACCTFROM><ACCTID>9</BANKACCTFROM><BANKTRANLIST>${list}</BANKTRANLIST></CCSTMTRS>`,
  ],
])('a card’s bill %s is a card’s, and no entry of the account before it', (_, bill) => {
  const [account, card] = parseOfx(
    `<OFX><STMTRS><BANKACCTFROM><ACCTID>77</BANKACCTFROM><BANKTRANLIST>${entry({ TRNTYPE: 'CREDIT', DTPOSTED: '20260803', TRNAMT: '1.00', MEMO: 'in' })}</BANKTRANLIST></STMTRS>${bill(entry({ TRNTYPE: 'DEBIT', DTPOSTED: '20260803', TRNAMT: '-9.00', MEMO: 'bought' }))}</OFX>`,
  )
  expect([account, card].map((one) => [one?.isCard, one?.entries.map(({ memo }) => memo)])).toEqual([
    [false, ['in']],
    [true, ['bought']],
  ])
})

test.each([
  ['PIX <JOAO> 123', 'PIX <JOAO> 123'],
  ['<LOJA> PIX <JOAO>', '<LOJA> PIX <JOAO>'],
  ['PIX &lt;JOAO&gt; 1 < 2', 'PIX <JOAO> 1 < 2'],
])('a memo keeps a word in brackets as it is written: %s', (memo, whole) => {
  const fields = { TRNTYPE: 'CREDIT', DTPOSTED: '20260803', TRNAMT: '1.00', MEMO: memo }
  expect(lines(sgml(entry(fields)))).toEqual([`2026-08-03 100 ${whole}`])
  expect(lines(sgml(entry({ ...fields, FITID: 'X1' })))).toEqual([`2026-08-03 100 ${whole}`])
  const closed = `<STMTTRN><TRNAMT>1.00</TRNAMT><DTPOSTED>20260803</DTPOSTED><MEMO>${memo}</MEMO></STMTTRN>`
  expect(lines(sgml(closed))).toEqual([`2026-08-03 100 ${whole}`])
})

test('a bank’s own element behind a memo is no part of it', () => {
  const own = (end: string, before = '') =>
    `<STMTTRN><TRNAMT>1.00<DTPOSTED>20260803<MEMO>PIX${before}<SALDOAPOS>9.00${end}</STMTTRN>`
  expect(lines(sgml(own('</SALDOAPOS>')))).toEqual(['2026-08-03 100 PIX'])
  expect(lines(sgml(own('', '\n      ')))).toEqual(['2026-08-03 100 PIX'])
})

test.each([
  'SDO CTA/APL AUTOMATICAS',
  'SALDO APLIC AUT MAIS',
  'Saldo Invest Fácil',
  'SALDO MOVIMENTACAO DO DIA',
  'SALDO COM APLICAÇÃO',
  'Saldo + limite',
  'SALDO MAIS LIMITE',
  'TOTAL DISPONIVEL DIA',
  'SALDO DIÁRIO',
  'SALDO ATUALIZADO',
  'SALDO LIQUIDO',
  'SALDO BLOQUEADO JUDICIAL',
  '000 SALDO ANTERIOR',
  'LIMITE DISPONIVEL',
])('%s is a balance, and no money moved by it', (memo) => {
  const one = read(sgml(entry({ TRNTYPE: 'CREDIT', DTPOSTED: '20260803', TRNAMT: '900.00', MEMO: memo })))
  expect([one.entries, one.idle.map(({ kind }) => kind)]).toEqual([[], ['balance']])
})

test.each([
  'SALDO SHOPEE PAGTO',
  'RES APLIC AUT MAIS',
  'PAGTO SALDO CARTAO',
  'PIX RECEBIDO SALDO LTDA',
  'RESGATE INVEST FACIL',
])('%s moves money', (memo) => {
  const one = read(sgml(entry({ TRNTYPE: 'CREDIT', DTPOSTED: '20260803', TRNAMT: '900.00', MEMO: memo })))
  expect(one.entries).toHaveLength(1)
})

test.each([
  ['10,00-', -1_000n],
  ['(10.00)', -1_000n],
  ['10,00 D', -1_000n],
  ['1.234,56 C', 123_456n],
  ['R$ -10,00', -1_000n],
  ['-10,00 D', null],
])('the amount %s with its sign elsewhere', (written, cents) => {
  expect(readOfxAmount(written)).toBe(cents)
})

test('a letter behind each amount is its direction, and so is a bank’s own word for the type', () => {
  const of = (type: string, amount: string, memo: string) =>
    entry({ TRNTYPE: type, DTPOSTED: '20260803', TRNAMT: amount, MEMO: memo })
  expect(lines(sgml(of('OTHER', '10,00 D', 'a') + of('OTHER', '7,00 C', 'b')))).toEqual([
    '2026-08-03 -1000 a',
    '2026-08-03 700 b',
  ])
  expect(lines(sgml(of('D', '10,00', 'a') + of('Crédito', '7,00', 'b') + of('PAGAMENTO', '1,00', 'c')))).toEqual([
    '2026-08-03 -1000 a',
    '2026-08-03 700 b',
    '2026-08-03 -100 c',
  ])
})

const statement = (currency: string, list: string, account = '77') =>
  `<STMTRS>${currency}<BANKACCTFROM><ACCTID>${account}</BANKACCTFROM><BANKTRANLIST>${list}</BANKTRANLIST></STMTRS>`
const received = (more: Record<string, string> = {}) =>
  entry({ TRNTYPE: 'CREDIT', DTPOSTED: '20260803', TRNAMT: '10.00', MEMO: 'in', ...more })

test('an account in another currency is none in reais; what banks write for reais is one', () => {
  const result = parseOfx(
    `<OFX>${['<CURDEF>USD', '<CURDEF>BRL', '<CURDEF>BRC', '<CURDEF>R$', ''].map((each, n) => statement(each, received(), `7${n}`)).join('')}</OFX>`,
  )
  expect(result.map(({ currency, entries }) => [currency, entries.length])).toEqual([
    ['USD', 1],
    [null, 1],
    [null, 1],
    [null, 1],
    [null, 1],
  ])
})

test('an amount in another currency is reported, and one converted into reais counts', () => {
  const of = (aggregate: string) =>
    received().replace('</STMTTRN>', `<${aggregate}><CURRATE>5.5<CURSYM>USD</${aggregate}></STMTTRN>`)
  const one = read(`<OFX>${statement('<CURDEF>BRL', of('CURRENCY') + of('ORIGCURRENCY'))}</OFX>`)
  expect([one.entries.length, one.idle.map(({ kind }) => kind)]).toEqual([1, ['currency']])
})

test.each([
  ['03/08/2026', '2026-08-03'],
  ['2026-08-03', '2026-08-03'],
  ['03082026', undefined],
])('the day %s', (written, day) => {
  expect(read(sgml(received({ DTPOSTED: written }))).entries[0]?.day).toBe(day)
})

test('an outgoing type without a sign is reported where the bank signs what goes out, and is believed where its types say nothing', () => {
  const of = (type: string, amount: string) =>
    entry({ TRNTYPE: type, DTPOSTED: '20260803', TRNAMT: amount, MEMO: type })
  const mixed = read(sgml(of('DEBIT', '10.00') + of('DEBIT', '-12.00') + of('CREDIT', '20.00')))
  expect(mixed.entries.map(({ amountCents }) => amountCents)).toEqual([-1_200n, 2_000n])
  expect(mixed.problems.map(({ tag, problem, value }) => [tag, problem, value])).toEqual([
    ['TRNTYPE', 'noDirection', 'DEBIT'],
  ])
  const signed = read(sgml(of('DEBIT', '+10.00') + of('DEBIT', '-12.00') + of('CREDIT', '20.00')))
  expect(signed.entries.map(({ amountCents }) => amountCents)).toEqual([1_000n, -1_200n, 2_000n])
  const oneType = read(sgml(of('DEBIT', '10.00') + of('DEBIT', '-12.00')))
  expect(oneType.entries.map(({ amountCents }) => amountCents)).toEqual([1_000n, -1_200n])
  const wrongTypes = read(sgml(of('DEBIT', '10.00') + of('DEBIT', '-12.00') + of('CREDIT', '-20.00')))
  expect(wrongTypes.entries.map(({ amountCents }) => amountCents)).toEqual([1_000n, -1_200n, -2_000n])
})

test.each(['03/08/2026', '03-08-2026', '03.08.2026 10:00', '20260803', '2026-08-03T10:00:00-03:00'])(
  'the day %s is the third of August',
  (day) =>
    expect(lines(sgml(entry({ TRNTYPE: 'CREDIT', DTPOSTED: day, TRNAMT: '1.00', MEMO: 'a' })))).toEqual([
      '2026-08-03 100 a',
    ]),
)
