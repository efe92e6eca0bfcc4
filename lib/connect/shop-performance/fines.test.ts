import { fineOf } from './fines'

test.each([
  [0, null],
  [2, null],
  [3, 100_00n],
  [5, 100_00n],
  [6, 250_00n],
  [9, 500_00n],
  [12, 1_000_00n],
  [14, 1_000_00n],
  [15, 1_500_00n],
  [40, 1_500_00n],
])('%i points cost %s cents', (points, cents) => {
  expect(fineOf(points)).toBe(cents)
})
