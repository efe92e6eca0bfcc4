import { calendarOf, daysOf, isMonth } from './calendar'

const today = '2026-11-22'
const statesOf = (first: string | null, closed: string[]) =>
  Object.fromEntries(calendarOf(first, closed, today).months.map(({ month, state }) => [month.slice(0, 7), state]))

test('months begin with the first sale and are closed from there on', () => {
  expect(statesOf('2026-08-17', [])).toEqual({
    '2026-11': 'running',
    '2026-10': 'open',
    '2026-09': 'open',
    '2026-08': 'next',
  })
  expect(statesOf('2026-08-17', ['2026-08-01'])).toMatchObject({ '2026-08': 'closed', '2026-09': 'next' })
  expect(calendarOf('2026-08-17', ['2026-08-01', '2026-09-01', '2026-10-01'], today)).toMatchObject({
    next: null,
    lastClosed: '2026-10-01',
  })
})

test('sales that come in for months before the first closed one leave those out of the books', () => {
  expect(statesOf('2026-06-02', ['2026-08-01'])).toEqual({
    '2026-11': 'running',
    '2026-10': 'open',
    '2026-09': 'next',
    '2026-08': 'closed',
    '2026-07': 'before',
    '2026-06': 'before',
  })
})

test('the last closed month is the latest one, in whatever order they are given', () => {
  expect(calendarOf('2026-08-17', ['2026-09-01', '2026-08-01'], today)).toMatchObject({
    next: '2026-10-01',
    lastClosed: '2026-09-01',
  })
})

test('a company that never sold has no months; one that began this month has none to close', () => {
  expect(calendarOf(null, [], today)).toEqual({ months: [], next: null, lastClosed: null })
  expect(calendarOf('2026-11-03', [], today)).toMatchObject({ months: [{ state: 'running' }], next: null })
})

test('a month is its first day, and ends where it ends', () => {
  expect(daysOf('2028-02-01')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(['2026-02-01', '2026-13-01', '2026-02-02', null].map(isMonth)).toEqual([true, false, false, false])
})
