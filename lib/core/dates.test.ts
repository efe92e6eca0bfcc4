import fc from 'fast-check'
import {
  addDays,
  addMonths,
  daysBetween,
  formatDateTime,
  formatDay,
  formatDayShort,
  formatMonth,
  isDay,
  listDays,
  localDay,
  localRange,
  localTime,
  nameTimeZone,
  parseDay,
  periods,
  previousPeriod,
  resolvePeriod,
  startOfLocalDay,
  startOfWeek,
} from '@/lib/core/dates'
import { languages, type Language } from '@/lib/core/language'

const saoPaulo = 'America/Sao_Paulo'
const timeZone = fc.constantFrom(saoPaulo, 'America/Noronha', 'America/Rio_Branco', 'Europe/Lisbon', 'UTC')
const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('1990-01-01', days))
const anyLanguage = fc.constantFrom<Language>(...languages)

describe('local days', () => {
  test.each([
    ['2026-11-21T02:59:59.999Z', '2026-11-20'],
    ['2026-11-21T03:00:00.000Z', '2026-11-21'],
    ['2017-10-15T02:59:59.999Z', '2017-10-14'],
    ['2017-10-15T03:00:00.000Z', '2017-10-15'],
    ['2018-02-18T01:59:59.999Z', '2018-02-17'],
    ['2018-02-18T02:30:00.000Z', '2018-02-17'],
    ['2018-02-18T03:00:00.000Z', '2018-02-18'],
    ['2016-12-31T01:59:59.999Z', '2016-12-30'],
    ['2016-12-31T02:00:00.000Z', '2016-12-31'],
  ])('%s falls on %s in São Paulo', (instant, day) => {
    expect(localDay(new Date(instant), saoPaulo)).toBe(day)
  })

  test.each([
    ['2026-11-21', '2026-11-21T03:00:00.000Z'],
    ['2017-10-14', '2017-10-14T03:00:00.000Z'],
    ['2017-10-15', '2017-10-15T03:00:00.000Z'],
    ['2017-10-16', '2017-10-16T02:00:00.000Z'],
    ['2018-02-17', '2018-02-17T02:00:00.000Z'],
    ['2018-02-18', '2018-02-18T03:00:00.000Z'],
  ])('%s begins at %s, summer time or not', (day, instant) => {
    expect(startOfLocalDay(day, saoPaulo).toISOString()).toBe(instant)
  })

  test('a day begins at the first instant that belongs to it', () => {
    fc.assert(
      fc.property(anyDay, timeZone, (day, zone) => {
        const start = startOfLocalDay(day, zone).getTime()
        expect(localDay(new Date(start), zone)).toBe(day)
        expect(localDay(new Date(start - 1), zone) < day).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('days follow each other without gap or overlap', () => {
    const { start, end } = localRange({ from: '2016-01-01', to: '2019-12-31' }, saoPaulo)
    const hours = (end.getTime() - start.getTime()) / 3_600_000
    expect(hours).toBe(daysBetween('2016-01-01', '2020-01-01') * 24 + 1)
    const lengths = listDays({ from: '2017-10-01', to: '2018-03-01' }).map(
      (day) =>
        (startOfLocalDay(addDays(day, 1), saoPaulo).getTime() - startOfLocalDay(day, saoPaulo).getTime()) / 3.6e6,
    )
    expect(lengths.filter((length) => length === 23)).toHaveLength(1)
    expect(lengths.filter((length) => length === 25)).toHaveLength(1)
  })

  test.each([
    ['2026-11-21', '13:45', '2026-11-21T16:45:00.000Z'],
    ['2017-11-24', '00:00:59', '2017-11-24T02:00:59.000Z'],
    ['2017-10-15', '00:30', '2017-10-15T03:30:00.000Z'],
    ['2018-02-17', '23:30', '2018-02-18T01:30:00.000Z'],
  ])('the wall clock of %s %s is %s', (day, time, instant) => {
    expect(localTime(day, time, saoPaulo).toISOString()).toBe(instant)
  })
})

describe('calendar', () => {
  test('adding days and counting them agree', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -4000, max: 4000 }), (day, days) => {
        expect(daysBetween(day, addDays(day, days))).toBe(days)
      }),
    )
  })

  test('a month later is the same date, or the last of a shorter month', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29')
    expect(addMonths('2026-11-30', 2)).toBe('2027-01-30')
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
  })

  test('weeks begin on Monday', () => {
    expect(startOfWeek('2026-11-21')).toBe('2026-11-16')
    expect(startOfWeek('2026-11-16')).toBe('2026-11-16')
    expect(startOfWeek('2026-11-22')).toBe('2026-11-16')
  })

  test.each(['2026-02-29', '2026-13-01', '2026-1-1', '20261121', '', null, '2026-11-21T00:00', '1500-01-01'])(
    '%j is no day',
    (value) => expect(isDay(value)).toBe(false),
  )
})

describe('shown and typed days', () => {
  test('follow the language', () => {
    expect(formatDay('2026-11-21', 'pt')).toBe('21/11/2026')
    expect(formatDay('2026-11-01', 'en')).toBe('Nov 1, 2026')
    expect(formatDayShort('2026-11-21', 'pt')).toBe('21/11')
    expect(formatMonth('2026-02-01', 'pt')).toBe('fev/2026')
    expect(formatDateTime(new Date('2026-11-21T03:05:00Z'), 'pt', saoPaulo)).toBe('21/11/2026 00:05')
    expect(formatDateTime(new Date('2026-11-21T03:05:00Z'), 'en', saoPaulo)).toBe('Nov 21, 2026, 12:05 AM')
    expect(formatDateTime(new Date('2026-11-21T15:05:00Z'), 'en', saoPaulo)).toBe('Nov 21, 2026, 12:05 PM')
  })

  test('the zone is called what people call it', () => {
    expect(nameTimeZone(saoPaulo, 'pt')).toBe('Horário de Brasília')
    expect(nameTimeZone(saoPaulo, 'en')).toBe('Brasilia Time')
  })

  test.each<[Language, string, string]>([
    ['pt', '21/11/2026', '2026-11-21'],
    ['pt', ' 1/2/2026 ', '2026-02-01'],
    ['pt', '01.02.2026', '2026-02-01'],
    ['pt', '2026-11-21', '2026-11-21'],
    ['en', '11/21/2026', '2026-11-21'],
    ['en', '1/2/2026', '2026-01-02'],
    ['en', 'Nov 21, 2026', '2026-11-21'],
    ['en', 'november 1 2026', '2026-11-01'],
  ])('%s %j is %s', (language, text, day) => {
    expect(parseDay(text, language)).toEqual({ ok: true, day })
  })

  test.each<[Language, string]>([
    ['pt', ''],
    ['pt', '11/21/2026'],
    ['pt', '31/02/2026'],
    ['pt', '21/11/26'],
    ['pt', '2026-02-30'],
    ['pt', '21-11'],
    ['en', '21/11/2026'],
    ['en', 'Foo 1, 2026'],
  ])('%s %j is refused', (language, text) => {
    expect(parseDay(text, language)).toEqual({ ok: false, error: 'dateInvalid' })
  })

  test('every day shown can be typed back', () => {
    fc.assert(
      fc.property(anyDay, anyLanguage, (day, language) => {
        expect(parseDay(formatDay(day, language), language)).toEqual({ ok: true, day })
      }),
    )
  })
})

describe('periods', () => {
  test.each([
    [{ period: 'today' }, '2026-11-21', '2026-11-21', '2026-11-20', '2026-11-20'],
    [{ period: 'yesterday' }, '2026-11-20', '2026-11-20', '2026-11-19', '2026-11-19'],
    [{ period: '7d' }, '2026-11-15', '2026-11-21', '2026-11-08', '2026-11-14'],
    [{ period: '30d' }, '2026-10-23', '2026-11-21', '2026-09-23', '2026-10-22'],
    [{ period: 'month' }, '2026-11-01', '2026-11-21', '2026-10-11', '2026-10-31'],
    [{ period: 'last-month' }, '2026-10-01', '2026-10-31', '2026-08-31', '2026-09-30'],
    [{ from: '2017-01-01', to: '2017-12-31' }, '2017-01-01', '2017-12-31', '2016-01-02', '2016-12-31'],
    [
      { period: 'custom', from: '2018-02-10', to: '2018-02-01' },
      '2018-02-01',
      '2018-02-10',
      '2018-01-22',
      '2018-01-31',
    ],
    [{ period: 'custom', from: '2026-11-19' }, '2026-11-19', '2026-11-21', '2026-11-16', '2026-11-18'],
    [{ period: 'custom' }, '2026-11-15', '2026-11-21', '2026-11-08', '2026-11-14'],
    [{ period: "7d'; drop table", from: ['x'] }, '2026-11-15', '2026-11-21', '2026-11-08', '2026-11-14'],
  ])('%j', (query, from, to, previousFrom, previousTo) => {
    expect(resolvePeriod(query, '2026-11-21')).toMatchObject({ from, to, previousFrom, previousTo })
  })

  test('the previous period is as long and ends the day before', () => {
    fc.assert(
      fc.property(fc.constantFrom(...periods), anyDay, anyDay, anyDay, (period, today, from, to) => {
        const resolved = resolvePeriod({ period, from, to }, today)
        expect(daysBetween(resolved.from, resolved.to)).toBe(resolved.days - 1)
        expect(daysBetween(resolved.previousFrom, resolved.previousTo)).toBe(resolved.days - 1)
        expect(addDays(resolved.previousTo, 1)).toBe(resolved.from)
        expect(previousPeriod(resolved)).toEqual({ from: resolved.previousFrom, to: resolved.previousTo })
      }),
    )
  })
})
