// Values as other programs write them into a text: wrapped, with marks without width, and days in any form that has one reading.
import { readCount, readMoney, readTime, zoneMinutes } from './cell-values'
import type { Cell } from './sheet-reader'
import { codeOf, decimalOf, isCutNumber, platformCode, textOf } from './sheet-values'

const text = (written: string): Cell => ({ kind: 'text', text: written })
const wraps: [string, (value: string) => string][] = [
  ['an apostrophe', (value) => `'${value}`],
  ['="…"', (value) => `="${value}"`],
  ['="…" without quotes', (value) => `=${value}`],
  ['marks without width', (value) => `\u200e${value}\u200b\u2060`],
]
test.each(wraps)('behind %s a value is itself', (_, wrap) => {
  const read = (value: string) => text(wrap(value))
  expect(readMoney(read('1.234,56'))).toEqual({ ok: true, value: 123_456n })
  expect(readMoney(read('-10.00'))).toEqual({ ok: true, value: -1_000n })
  expect(readCount(read('2'))).toEqual({ ok: true, value: 2 })
  expect(decimalOf(read('0,5'), { places: 2 })).toEqual({ ok: true, value: '0.5' })
  expect(codeOf(read('261101AAAA0001'), 60)).toEqual({ ok: true, value: '261101AAAA0001' })
  expect(readTime(read('2026-11-01 10:15'))).toEqual({ ok: true, value: Date.parse('2026-11-01T13:15Z') })
})

test('a text keeps what stands within it', () => {
  expect(textOf(text("'Caneca d'água"), 60)).toEqual({ ok: true, value: "Caneca d'água" })
  expect(textOf(text('👨‍👩‍👧'), 60)).toEqual({ ok: true, value: '👨‍👩‍👧' })
  expect(textOf(text("'"), 60)).toEqual({ ok: true, value: "'" })
})

test.each([
  ['2026-11-01 9:15', '2026-11-01T12:15Z'],
  ['2026/11/1 9:15', '2026-11-01T12:15Z'],
  ['2026.11.01', '2026-11-01T03:00Z'],
  ['20261101', '2026-11-01T03:00Z'],
  ['20261101 10:15', '2026-11-01T13:15Z'],
  ['20261101101530', '2026-11-01T13:15:30Z'],
  ['10:15 01/11/2026', '2026-11-01T13:15Z'],
  ['10:15:30, 2026-11-01', '2026-11-01T13:15:30Z'],
  ['domingo, 1 de novembro de 2026 10:15', '2026-11-01T13:15Z'],
  ['dom., 01/11/2026 10:15', '2026-11-01T13:15Z'],
  ['Sun, Nov 1, 2026 10:15 AM', '2026-11-01T13:15Z'],
  ['46327', '2026-11-01T03:00Z'],
  ['46327,42708333', '2026-11-01T13:15Z'],
  ['1793538900', '2026-11-01T13:15Z'],
  ['1793538900000', '2026-11-01T13:15Z'],
  ['2026-11-01 10:15 (GMT-3)', '2026-11-01T13:15Z'],
  ['01/11/2026 10:15 -0300', '2026-11-01T13:15Z'],
  ['01/11/2026 10:15 BRT', '2026-11-01T13:15Z'],
  ['2026-11-01T13:15:00.000+00:00', '2026-11-01T13:15Z'],
  ['2026-11-01 13:15 UTC', '2026-11-01T13:15Z'],
  ['2026-11-01 22:15 GMT+09:00', '2026-11-01T13:15Z'],
])('%s is %s', (written, instant) => {
  expect(readTime(text(written))).toEqual({ ok: true, value: Date.parse(instant) })
})

test.each([
  '20261301',
  '10:15',
  '2026-11',
  '99999',
  '46327.5.1',
  '2026-11-01 10:15 ZZZ',
  'domingo',
  '1793',
  '2026-13-01',
])('%s is no day', (written) => expect(readTime(text(written))).toEqual({ ok: false, problem: 'notTime' }))

test('only a time that names its zone is an instant by itself', () => {
  const minutes = ['2026-11-01 10:15', '2026-11-03', '2026-11-01T10:15Z', '01/11/2026 10:15 -03:00', '1793538900']
  expect(minutes.map((written) => zoneMinutes(text(written)))).toEqual([null, null, 0, -180, 0])
})

test('a number that a spreadsheet cut is no code; one of letters and digits is', () => {
  expect(['1,00E+05', '2.61101E+13', '7,89123e+12', '5E+10'].map(isCutNumber)).toEqual([true, true, true, true])
  expect(['1E05', 'E+05', '10E5', 'A1,0E+05', '1,00'].map(isCutNumber)).toEqual([false, false, false, false, false])
  expect(codeOf(text('1,00E+05'), 60)).toEqual({ ok: false, problem: 'notCode' })
})

test('a code of the platform has capitals; any other keeps its letters', () => {
  expect(['261101aaaa0001', '261101ab000001r', 'can-1', '2611'].map(platformCode)).toEqual([
    '261101AAAA0001',
    '261101AB000001R',
    'can-1',
    '2611',
  ])
})
