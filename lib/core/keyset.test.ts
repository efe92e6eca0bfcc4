import fc from 'fast-check'
import { cutPage, isDeadline, likePattern, readInstantPlace, readPlace, writePlace } from './keyset'
import { newId } from './ids'

test('a place comes back as it was written, whatever its text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (value) => {
      fc.pre(!value.includes('\0'))
      const place = { value, id: newId() }
      expect(readPlace(writePlace(place))).toEqual(place)
    }),
  )
})

test.each([null, '', 'x', 'not-base64!!', Buffer.from('short').toString('base64url'), 'a'.repeat(5000)])(
  'an unreadable cursor (%s) is none',
  (text) => expect(readPlace(text)).toBeNull(),
)

test('a place by time is one of a day that the calendar here knows', () => {
  const of = (value: string) => readInstantPlace(writePlace({ value, id: newId() }))?.value ?? null
  const instant = '2026-11-21T13:45:00.000Z'
  expect(of(instant)).toBe(instant)
  for (const none of [
    '-200000-01-01T00:00:00.000Z',
    '+275760-09-13T00:00:00.000Z',
    '2026-13-01T00:00:00Z',
    `${instant}x`,
    '2026-99-99 99:99:99+00',
    '2026-02-30 10:00:00+00',
    '2026-11-29T10:00:00+99',
    '2026-11-29 10:00:00 (x)',
    'infinity',
  ])
    expect([none, of(none)]).toEqual([none, null])
})

test('a place by deadline is an instant as the database writes it, or the end of all time', () => {
  for (const deadline of ['2026-11-21 13:45:00+00', '2026-11-21 13:45:00.123456-03', 'infinity'])
    expect([deadline, isDeadline(deadline)]).toEqual([deadline, true])
  for (const none of ['2026-99-99 99:99:99+00', '2026-11-29 10:00:00+99', '-infinity', ''])
    expect([none, isDeadline(none)]).toEqual([none, false])
})

test('pages cut in both directions say whether the list goes on', () => {
  const ids = Array.from({ length: 5 }, () => newId())
  const rows = ids.map((id, n) => ({ id, value: String(n) }))
  const place = (row: { id: string; value: string }) => row
  const first = cutPage(rows.slice(0, 3), { size: 2, backwards: false, fromPlace: false }, place)
  expect(first).toEqual({ rows: rows.slice(0, 2), previous: null, next: writePlace(rows[1]!) })
  const last = cutPage(rows.slice(4), { size: 2, backwards: false, fromPlace: true }, place)
  expect(last).toEqual({ rows: [rows[4]], previous: writePlace(rows[4]!), next: null })
  const back = cutPage([rows[1]!, rows[0]!], { size: 2, backwards: true, fromPlace: true }, place)
  expect(back).toEqual({ rows: [rows[0], rows[1]], previous: null, next: writePlace(rows[1]!) })
})

test('a search finds its text, not its wildcards', () => {
  expect(likePattern('50%_off\\')).toBe('%50\\%\\_off\\\\%')
})
