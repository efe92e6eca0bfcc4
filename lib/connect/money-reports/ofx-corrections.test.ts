import { parseOfx } from './ofx'

const file = (list: string, pending = '') =>
  `OFXHEADER:100\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>0341<BRANCHID>1<ACCTID>12345-6<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260801<DTEND>20260831${list}</BANKTRANLIST>${pending}</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
type Fields = Record<string, string>
const entry = (fields: Fields, tag = 'STMTTRN') =>
  `\n<${tag}>${Object.entries(fields)
    .map(([name, value]) => `<${name}>${value}\n`)
    .join('')}</${tag}>`
const pix = (FITID: string, TRNAMT: string, MEMO: string, more: Fields = {}) => ({
  TRNTYPE: 'CREDIT',
  DTPOSTED: '20260803',
  TRNAMT,
  FITID,
  MEMO,
  ...more,
})
const read = (text: string) => {
  const [statement] = parseOfx(text, '2026-08-31')
  return {
    entries: statement!.entries.map(({ amountCents, memo }) => `${amountCents} ${memo}`),
    idle: statement!.idle.map(({ kind, amountCents, memo, day }) => `${kind} ${day} ${amountCents} ${memo}`),
    problems: statement!.problems.length,
    outAhead: statement!.outAhead,
  }
}

const waiting = (fields: Fields) => entry({ TRNTYPE: 'CREDIT', DTTRAN: '20260804', ...fields }, 'STMTTRNP')
test.each([
  [
    'in a list of their own',
    file(
      entry(pix('A1', '10.00', 'Pago')),
      `<BANKTRANLISTP>${waiting({ TRNAMT: '5.00', NAME: 'A cair' })}</BANKTRANLISTP>`,
    ),
  ],
  [
    'behind an entry without an end',
    file(
      '<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260803<TRNAMT>10.00<FITID>A1<MEMO>Pago',
      waiting({ TRNAMT: '5.00', NAME: 'A cair' }),
    ),
  ],
  ['among the entries', file(waiting({ TRNAMT: '5.00', NAME: 'A cair' }) + entry(pix('A1', '10.00', 'Pago')))],
])('entries that are pending count as none and are reported: %s', (_, text) => {
  expect(read(text)).toEqual({
    entries: ['1000 Pago'],
    idle: ['pending 2026-08-04 500 A cair'],
    problems: 0,
    outAhead: 0,
  })
})

test('pending entries by which money goes out are counted, and no more of them is kept', () => {
  expect(read(file(waiting({ TRNAMT: '-5.00', TRNTYPE: 'DEBIT', NAME: 'Boleto' })))).toEqual({
    entries: [],
    idle: [],
    problems: 0,
    outAhead: 1,
  })
})

const [first, second] = [pix('A1', '10.00', 'Pix Ana'), pix('A2', '7.00', 'Pix Bia')]
const replaced = pix('A3', '12.00', 'Pix Ana certo', { CORRECTFITID: 'A1', CORRECTACTION: 'REPLACE' })
const again = pix('A4', '13.00', 'Pix Ana enfim', { CORRECTFITID: 'A3', CORRECTACTION: 'replace' })
const deleted = pix('A5', '10.00', 'Pix Ana', { CORRECTFITID: 'A1', CORRECTACTION: 'DELETE' })
test.each<[string, Fields[], string[]]>([
  ['replaced', [first, second, replaced], ['700 Pix Bia', '1200 Pix Ana certo']],
  ['replaced, with the correction before it', [replaced, first, second], ['1200 Pix Ana certo', '700 Pix Bia']],
  ['replaced twice', [first, replaced, again], ['1300 Pix Ana enfim']],
  ['deleted', [first, second, deleted], ['700 Pix Bia']],
  ['deleted, and none of this file', [second, deleted], ['700 Pix Bia']],
  ['replaced, and none of this file', [second, replaced], ['700 Pix Bia', '1200 Pix Ana certo']],
  ['replaced under its own number', [first, { ...replaced, FITID: 'A1' }], ['1200 Pix Ana certo']],
  ['deleted under its own number', [first, second, { ...deleted, FITID: 'A1' }], ['700 Pix Bia']],
  ['corrected by itself', [{ ...replaced, FITID: 'A1' }], ['1200 Pix Ana certo']],
  ['a pending one', [{ ...first, FITID: 'A9' }, deleted], ['1000 Pix Ana']],
  ['corrected without a word how', [first, { ...replaced, CORRECTACTION: '' }], ['1200 Pix Ana certo']],
])('an entry that the bank corrects is %s', (_, list, entries) => {
  const result = read(file(list.map((one) => entry(one)).join('')))
  expect(result).toMatchObject({ entries, problems: 0 })
  expect(result.idle.filter((line) => line.startsWith('correction'))).toHaveLength(
    list.filter(({ CORRECTFITID }) => CORRECTFITID).length,
  )
})

test('a corrected number that several entries have names none of them', () => {
  const zeros = [pix('000', '10.00', 'Ana'), pix('000', '7.00', 'Bia')]
  const correction = pix('1', '9.00', 'Correção', { CORRECTFITID: '000', CORRECTACTION: 'DELETE' })
  expect(read(file([...zeros, correction].map((one) => entry(one)).join(''))).entries).toEqual(['1000 Ana', '700 Bia'])
})

test('a number that two accounts have is corrected in its own', () => {
  const two = file(entry(first)).replace(
    '</STMTRS>',
    () =>
      `</STMTRS><STMTRS><BANKACCTFROM><BANKID>0341<BRANCHID>1<ACCTID>999</BANKACCTFROM><BANKTRANLIST>${entry(first)}${entry(deleted)}</BANKTRANLIST></STMTRS>`,
  )
  expect(parseOfx(two, '2026-08-31').map(({ entries }) => entries.length)).toEqual([1, 0])
})

test('an entry that the file ends in is refused, whatever of its amount is there', () => {
  const whole = file(entry(pix('1', '100.00', 'PIX A')) + entry(pix('2', '2345.67', 'PIX B')))
  const [statement] = parseOfx(whole.slice(0, whole.indexOf('45.67')), '2026-08-31')
  expect(statement!.entries.map(({ amountCents }) => amountCents)).toEqual([10_000n])
  expect(statement!.problems).toMatchObject([{ row: 2, problem: 'rowCut' }])
  expect(parseOfx(whole.replaceAll('</STMTTRN>', ''), '2026-08-31')[0]!.problems).toEqual([])
})

test.each([
  ['20260804', '20260803', '2026-08-04'],
  ['00000000', '20260803', '2026-08-03'],
  ['', '20260803', '2026-08-03'],
])('posted on %j and paid on %s, an entry is of %s', (DTPOSTED, DTUSER, day) => {
  const [statement] = parseOfx(file(entry(pix('1', '100.00', 'PIX', { DTPOSTED, DTUSER }))), '2026-08-31')
  expect(statement!.entries.map((one) => one.day)).toEqual([day])
})
