import { Prisma } from '@/lib/generated/prisma/client'
import { isInstant, writePlace } from '../keyset'
import { beyondPlace, orderOf, pageOf, requestPage } from './keyset-page'

const id = '0199d1a0-0000-7000-8000-000000000001'
const cursor = writePlace({ value: '2026-11-29T12:00:00.000Z', id })
const sqlOf = (wanted: ReturnType<typeof requestPage>) =>
  `${beyondPlace(wanted, Prisma.sql`w.at`, Prisma.sql`w.id`, Prisma.sql`timestamptz`).sql} ${orderOf(wanted).sql}`

test.each([
  ['the first page', { after: null, before: null }, {}, ' DESC'],
  ['the next page', { after: cursor, before: null }, {}, 'AND (w.at, w.id) < (?::timestamptz, ?::uuid) DESC'],
  ['the page before', { after: null, before: cursor }, {}, 'AND (w.at, w.id) > (?::timestamptz, ?::uuid) ASC'],
  [
    'the next one upwards',
    { after: cursor, before: null },
    { ascending: true },
    'AND (w.at, w.id) > (?::timestamptz, ?::uuid) ASC',
  ],
  [
    'the one before upwards',
    { after: null, before: cursor },
    { ascending: true },
    'AND (w.at, w.id) < (?::timestamptz, ?::uuid) DESC',
  ],
  [
    'a cursor of no such value is the first page',
    { after: writePlace({ value: 'x', id }), before: null },
    { isPlace: isInstant },
    ' DESC',
  ],
])('%s', (_, given, order, sql) => {
  expect(sqlOf(requestPage(given, 2, order))).toBe(sql)
})

test('a page is cut to its size, in its order, with the cursors of its ends', () => {
  const placeOf = (row: number) => ({ value: String(row), id })
  const at = (row: number) => writePlace(placeOf(row))
  expect(pageOf(requestPage({ after: null, before: null }, 2), [9, 8, 7], placeOf)).toEqual({
    rows: [9, 8],
    previous: null,
    next: at(8),
  })
  expect(pageOf(requestPage({ after: null, before: at(3) }, 2), [4, 5, 6], placeOf)).toEqual({
    rows: [5, 4],
    previous: at(5),
    next: at(4),
  })
})
