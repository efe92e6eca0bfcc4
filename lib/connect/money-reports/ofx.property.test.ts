import fc from 'fast-check'
import { decodeOfx, parseOfx } from './ofx'

type Entry = { day: string; cents: number; memo: string }
type Account = { branch: string; number: string; entries: Entry[] }

const amount = (cents: number) => (cents / 100).toFixed(2)
let made = 0
/** The bank makes a new number each time, as some do. */
const written = ({ day, cents, memo }: Entry, more = '') =>
  `<STMTTRN><TRNTYPE>${cents < 0 ? 'DEBIT' : 'CREDIT'}<DTPOSTED>${day}<TRNAMT>${amount(cents)}<FITID>${(made += 1)}<MEMO>${memo}${more}</STMTTRN>`
const statement = ({ branch, number, entries }: Account, more = '') =>
  `<STMTRS><BANKACCTFROM><BANKID>341<BRANCHID>${branch}<ACCTID>${number}</BANKACCTFROM><BANKTRANLIST>${entries
    .map((one) => written(one, more))
    .join('')}</BANKTRANLIST></STMTRS>`
const ofx = (accounts: readonly Account[], more = '') =>
  `OFXHEADER:100\n\n<OFX>${accounts.map((one) => statement(one, more)).join('')}</OFX>`

/** A file's entries, each under its identity. */
function read(text: string) {
  const state = new Map<string, string>()
  let bad = 0
  for (const { branch, account, entries, problems } of parseOfx(decodeOfx(Buffer.from(text)))) {
    bad += problems.length
    for (const { fitid, day, amountCents, memo } of entries)
      state.set(`${branch} ${account} ${fitid}`, `${day} ${amountCents} ${memo}`)
  }
  return { state: [...state].toSorted(), bad }
}

const entry = fc.record({
  day: fc.integer({ min: 1, max: 9 }).map((n) => `2026080${n}`),
  // Few amounts and texts: entries that are alike come about.
  cents: fc.constantFrom(500, 700, -300),
  memo: fc.constantFrom('PIX RECEBIDO', 'TED', 'PIX LOJA'),
})
const accounts = fc.uniqueArray(
  fc.record({
    branch: fc.constantFrom('0001', '0002'),
    number: fc.constantFrom('1111', '2222'),
    entries: fc.array(entry, { minLength: 1, maxLength: 12 }),
  }),
  { minLength: 1, maxLength: 3, selector: ({ branch, number }) => `${branch} ${number}` },
)
const hash = (one: object, seed: number) =>
  [...JSON.stringify(one)].reduce(
    (sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003,
    Math.abs(seed) % 1_000_003,
  )
const runs = { numRuns: 50 }

test('the order of entries and of accounts has no effect, nor do numbers that the bank makes at each download', () => {
  fc.assert(
    fc.property(accounts, fc.integer(), (list, seed) => {
      const other = list
        .map((one) => ({ ...one, entries: one.entries.toSorted((a, b) => hash(a, seed) - hash(b, seed)) }))
        .toReversed()
      const whole = read(ofx(list))
      expect([whole.bad, whole.state.length]).toEqual([0, list.reduce((sum, { entries }) => sum + entries.length, 0)])
      expect(read(ofx(other)).state).toEqual(whole.state)
    }),
    runs,
  )
})

test('cut into files that overlap by days, in either order, or duplicated in one, it is the same', () => {
  fc.assert(
    fc.property(accounts, fc.integer({ min: 1, max: 9 }), fc.nat(3), fc.boolean(), (list, cut, overlap, isTurned) => {
      const within = (from: number, to: number) =>
        list.map((one) => ({
          ...one,
          entries: one.entries.filter(({ day }) => Number(day.slice(-1)) >= from && Number(day.slice(-1)) <= to),
        }))
      const parts = [ofx(within(1, cut + overlap)), ofx(within(cut, 9))]
      const state = new Map((isTurned ? parts.toReversed() : parts).flatMap((part) => read(part).state))
      const whole = read(ofx(list)).state
      expect([...state].toSorted()).toEqual(whole)
      expect(read(ofx([...list, ...list])).state).toEqual(whole)
    }),
    runs,
  )
})

test('unknown fields of an entry change nothing, and an unreadable entry is left out alone', () => {
  fc.assert(
    fc.property(accounts, (list) => {
      const whole = read(ofx(list))
      expect(read(ofx(list, '<X.NEW>sim<X.OTHER>Ana')).state).toEqual(whole.state)
      const [first, ...rest] = list
      const broken = statement(first!).replace(
        '<BANKTRANLIST>',
        '<BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260801<TRNAMT>dez<FITID>x<MEMO>?</STMTTRN>',
      )
      const result = read(`OFXHEADER:100\n\n<OFX>${broken}${rest.map((one) => statement(one)).join('')}</OFX>`)
      expect([result.bad, result.state]).toEqual([1, whole.state])
    }),
    runs,
  )
})
