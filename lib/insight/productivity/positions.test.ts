import fc from 'fast-check'
import { renumber, placeBetween, STEP } from './positions'

test('any sequence of moves keeps the order of the board, and the column is renumbered in time', () => {
  const moves = fc.array(fc.nat(200), { minLength: 1, maxLength: 120 })
  fc.assert(
    fc.property(moves, (at) => {
      let places: bigint[] = []
      for (const index of at.map((n) => n % (places.length + 1))) {
        const place = placeBetween(places[index - 1] ?? null, places[index] ?? null)
        if (place === null) {
          places = renumber(places.length + 1)
          continue
        }
        places = places.toSpliced(index, 0, place)
        expect(places.every((value, n) => n === 0 || value > places[n - 1]!)).toBe(true)
      }
    }),
  )
})

test('between two neighbours there is no place', () => {
  expect(placeBetween(1n, 2n)).toBeNull()
  expect(placeBetween(-2n, -1n)).toBeNull()
  expect(placeBetween(-1n, 1n)).toBe(0n)
  expect(placeBetween(null, null)).toBe(STEP)
})
