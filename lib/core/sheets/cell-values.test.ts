import fc from 'fast-check'
import { cellText, dayInZone, readCount, readMoney, readText, readTime } from './cell-values'
import type { Cell } from './sheet-reader'

const text = (value: string): Cell => ({ kind: 'text', text: value })
const number = (value: string): Cell => ({ kind: 'number', text: value })
const problem = (name: string) => ({ ok: false, problem: name })
const value = (v: unknown) => ({ ok: true, value: v })

describe('money is read to the cent from what the marketplace and a saved-again sheet write', () => {
  test.each([
    ['39.99', 3999n],
    ['0.00', 0n],
    ['1199.90', 119990n],
    ['78.9', 7890n],
    ['12', 1200n],
    ['1.234,56', 123456n],
    ['1,234.56', 123456n],
    ['1.234.567,89', 123456789n],
    ['1.234.567', 123456700n],
    ['39,99', 3999n],
    ['R$ 39,99', 3999n],
    ['R$\u00a01.234,50', 123450n],
    ['-5.00', -500n],
    ['(5,00)', -500n],
    ['+5,00', 500n],
    ['+ R$ 5,00', 500n],
    ['R$ +5,00', 500n],
    ['5,00-', -500n],
    ['R$ 1.234,56 −', -123456n],
    ['–5,00', -500n],
    ['–R$ 5,00', -500n],
    ['5,00 R$', 500n],
    ['-1.234,56 BRL', -123456n],
    ['–', null],
    ['—', null],
    ['R$ -', null],
    ['R$\u00a0-\u00a0\u00a0', null],
    ['N/A', null],
    ['R$ (12,00)', -1200n],
    ['R$ 1\u00a0234,56', 123456n],
    ['1 234 567,89', 123456789n],
    ['  7.50 ', 750n],
    ['75.5000', 7550n],
    ['-18.0000', -1800n],
    ['0,500', 50n],
    ['1234.560', 123456n],
    ['R$ 1.234,5600', 123456n],
    ['39.990000000000002', 3999n],
    ['28.789999999999999', 2879n],
  ])('%s', (written, cents) => expect(readMoney(text(written))).toEqual(value(cents)))

  test.each([
    ['1.234', 'ambiguousMoney'],
    ['12,345', 'ambiguousMoney'],
    ['0.1234', 'tooPrecise'],
    ['12.3456', 'tooPrecise'],
    ['1.23.45', 'notMoney'],
    ['1,2,3', 'notMoney'],
    ['12 34,00', 'notMoney'],
    ['1 2345', 'notMoney'],
    ['abc', 'notMoney'],
    ['=1+1', 'notMoney'],
    ['-5,00-', 'notMoney'],
    ['(5,00)-', 'notMoney'],
    ['+-5,00', 'notMoney'],
    ['5,00)', 'notMoney'],
    ['12.50 reais', 'notMoney'],
    ['9999999999999.00', 'tooLarge'],
  ])('%s is refused: %s', (written, name) => expect(readMoney(text(written))).toEqual(problem(name)))

  test.each([
    ['39.99', 3999n],
    ['39.990000000000002', 3999n],
    ['0.30000000000000004', 30n],
    ['1199.8999999999999', 119990n],
    ['1234', 123400n],
    ['1.5E3', 150000n],
    ['5E-2', 5n],
    ['-12.5', -1250n],
    ['0.99999999999', 100n],
  ])('the numeric cell %s', (stored, cents) => expect(readMoney(number(stored))).toEqual(value(cents)))

  test.each([
    ['39.995', 'tooPrecise'],
    ['0.001', 'tooPrecise'],
    ['1E400', 'notMoney'],
    ['NaN', 'notMoney'],
  ])('the numeric cell %s is refused', (stored, name) => expect(readMoney(number(stored))).toEqual(problem(name)))

  test('an empty cell is no amount, a broken formula is an error', () => {
    expect(readMoney(undefined)).toEqual(value(null))
    expect(readMoney(text('-'))).toEqual(value(null))
    expect(readMoney({ kind: 'error', text: '#REF!' })).toEqual(problem('brokenFormula'))
  })

  test('every amount survives every notation', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 99_999_999_99n }), (cents) => {
        const digits = cents.toString().padStart(3, '0')
        const [whole, decimals] = [digits.slice(0, -2), digits.slice(-2)]
        const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.')
        expect(readMoney(text(`${whole}.${decimals}`))).toEqual(value(cents))
        expect(readMoney(text(`${grouped},${decimals}`))).toEqual(value(cents))
        expect(readMoney(text(`R$ ${grouped},${decimals}`))).toEqual(value(cents))
        expect(readMoney(number(`${Number(whole)}.${decimals}`))).toEqual(value(cents))
        expect(readMoney(number((Number(cents) / 100).toPrecision(17).replace(/\.?0+$/, '')))).toEqual(value(cents))
      }),
    )
  })

  test('whatever a cell holds, reading it answers', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('text', 'number', 'boolean', 'error'),
        (held, kind) => {
          const cell = { kind, text: held } as Cell
          for (const read of [readMoney, readCount, readTime, readText]) expect(read(cell)).toHaveProperty('ok')
          expect(cellText(cell)).not.toMatch(/\u0000/)
        },
      ),
    )
  })
})

describe('quantities are whole and at least one', () => {
  test.each([
    [number('1'), value(1)],
    [number('3.0'), value(3)],
    [text('12'), value(12)],
    [text('2,00'), value(2)],
    [text('2.0'), value(2)],
    [text('2,0000'), value(2)],
    [undefined, value(null)],
    [number('0'), problem('notCount')],
    [number('1.5'), problem('notCount')],
    [text('-1'), problem('notCount')],
    [text('1.000'), problem('notCount')],
    [number('5000000'), problem('tooLarge')],
  ])('%j', (cell, expected) => expect(readCount(cell)).toEqual(expected))
})

describe('times are São Paulo’s wall clock', () => {
  const instant = (iso: string) => value(Date.parse(iso))
  test.each([
    ['2026-11-21 09:30', instant('2026-11-21T12:30:00Z')],
    ['2026/11/21 09:30:05', instant('2026-11-21T12:30:05Z')],
    ['2016-10-15 23:59', instant('2016-10-16T02:59:00Z')],
    // The clock jumped from 00:00 to 01:00 on 16 October 2016: 00:30 moves forward with it.
    ['2016-10-16 00:30', instant('2016-10-16T03:30:00Z')],
    ['2016-10-16 01:30', instant('2016-10-16T03:30:00Z')],
    // 23:30 of 17 February 2018 happened twice: the first is meant.
    ['2018-02-17 23:30', instant('2018-02-18T01:30:00Z')],
    ['2026-01-05', instant('2026-01-05T03:00:00Z')],
    ['21/11/2026 09:30', instant('2026-11-21T12:30:00Z')],
    ['2026-11-21 09:30:15', instant('2026-11-21T12:30:15Z')],
    ['21-11-2026 09:30', instant('2026-11-21T12:30:00Z')],
    ['21/11/2026 9:30', instant('2026-11-21T12:30:00Z')],
    // With its zone it is an instant, wherever the reader is.
    ['2026-11-21T09:30:00Z', instant('2026-11-21T09:30:00Z')],
    ['2026-11-21T09:30:15.250-03:00', instant('2026-11-21T12:30:15Z')],
    // Half a day's clock is American, and so is its date.
    ['11/21/2026 9:30:33 PM', instant('2026-11-22T00:30:33Z')],
    ['12/01/2026 12:05 AM', instant('2026-12-01T03:05:00Z')],
    ['21 de novembro de 2026 09:30 hs.', instant('2026-11-21T12:30:00Z')],
    ['03/11/2026 às 10:15', instant('2026-11-03T13:15:00Z')],
    ['03/11/26', instant('2026-11-03T03:00:00Z')],
    ['03/11/26 10:15', instant('2026-11-03T13:15:00Z')],
    ['Nov 3, 2026', instant('2026-11-03T03:00:00Z')],
    ['November 3, 2026 at 10:15 PM', instant('2026-11-04T01:15:00Z')],
    ['03-Dec-2026 10:15:30', instant('2026-12-03T13:15:30Z')],
    ['3 set. 2026 10:15', instant('2026-09-03T13:15:00Z')],
    ['03/out/2026', instant('2026-10-03T03:00:00Z')],
    ['3-Feb-26', instant('2026-02-03T03:00:00Z')],
    ['1º de março de 2026', instant('2026-03-01T03:00:00Z')],
    // Without leading zeros it may be either country's, unless one of the numbers is no month.
    ['21/1/2026 9:30', instant('2026-01-21T12:30:00Z')],
    ['1/21/2026 9:30', instant('2026-01-21T12:30:00Z')],
    ['1/11/2026 9:30', problem('notTime')],
    ['21 de brumário de 2026', problem('notTime')],
    ['11/21/2026 13:30 PM', problem('notTime')],
    ['-', value(null)],
    ['', value(null)],
    ['2026-02-30 10:00', problem('notTime')],
    ['2026-13-01 10:00', problem('notTime')],
    ['2026-11-21 24:00', problem('notTime')],
    ['ontem', problem('notTime')],
    ['1899-01-01 00:00', problem('notTime')],
  ])('%s', (written, expected) => expect(readTime(text(written))).toEqual(expected))

  test('a sheet that was saved again holds serial days', () => {
    expect(readTime(number('46347.395833333336'))).toEqual(instant('2026-11-21T12:30:00Z'))
    expect(readTime(number('-3'))).toEqual(problem('notTime'))
  })

  test.each([
    ['46347.39600694444', '2026-11-21T12:30:15Z'],
    ['46347.99984953704', '2026-11-22T02:59:47Z'],
    // Less than half a second before midnight it is still that day; what is only a fraction's noise is midnight.
    ['46347.999996', '2026-11-22T02:59:59Z'],
    ['46346.99999999999', '2026-11-21T03:00:00Z'],
    ['4.6347E4', '2026-11-21T03:00:00Z'],
  ])('the serial day %s keeps its seconds and its day', (serial, at) => {
    expect(readTime(number(serial))).toEqual(instant(at))
  })

  test('a workbook that counts days from 1904 names the same days', () => {
    expect(readTime({ ...number('44885.395833333336'), from1904: true })).toEqual(instant('2026-11-21T12:30:00Z'))
  })

  test('the day is the one of the zone asked for', () => {
    const at = Date.parse('2017-11-01T01:30:00Z')
    expect(dayInZone(at, 'America/Sao_Paulo')).toBe('2017-10-31')
    expect(dayInZone(at, 'America/Manaus')).toBe('2017-10-31')
    expect(dayInZone(at, 'UTC')).toBe('2017-11-01')
    expect(dayInZone(Date.parse('2017-10-15T03:30:00Z'), 'America/Sao_Paulo')).toBe('2017-10-15')
  })
})
