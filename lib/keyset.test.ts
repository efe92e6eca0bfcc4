import fc from 'fast-check'
import { cutPage, likePattern, readPlace, writePlace } from './keyset'
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
  'what is no place (%s) is none',
  (text) => expect(readPlace(text)).toBeNull(),
)

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
