import { atOffset, makeSpace } from './buyer-words'

test('a file that is too large is left out alone, and the next one has its room', () => {
  const fits = makeSpace(100)
  expect([40, 101, 50, 20, 10, 1].map(fits)).toEqual([true, false, true, false, true, false])
})

test.each([
  ['America/Sao_Paulo', '2026-11-18T21:31:23-03:00'],
  ['America/Manaus', '2026-11-18T20:31:23-04:00'],
])('a moment is written in the time zone of %s', (timeZone, value) =>
  expect(atOffset(new Date('2026-11-19T00:31:23.000Z'), timeZone)).toBe(value),
)
