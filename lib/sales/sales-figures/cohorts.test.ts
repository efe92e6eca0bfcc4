import { shapeCohorts } from './cohorts'

const fact = (firstMonth: string, month: string, buyers: bigint) => ({
  firstMonth,
  month,
  buyers,
  orders: buyers,
  revenueCents: buyers * 100n,
})

test('each first month has a cell for each month after it, and none for months to come', () => {
  const { rows, average, buyers } = shapeCohorts(
    [
      fact('2026-09-01', '2026-09-01', 10n),
      fact('2026-09-01', '2026-11-01', 4n),
      fact('2026-10-01', '2026-10-01', 30n),
      fact('2026-10-01', '2026-11-01', 3n),
    ],
    '2026-11-01',
  )
  expect(rows).toHaveLength(12)
  const september = rows.find(({ firstMonth }) => firstMonth === '2026-09-01')!
  expect(september.cells.slice(0, 4).map((cell) => cell && [cell.buyers, cell.rate])).toEqual([
    [10n, 1],
    [0n, 0],
    [4n, 0.4],
    null,
  ])
  expect(buyers).toBe(40n)
  // A month later: 0 of September's ten and 3 of October's thirty came back; two months later only September could.
  expect(average.slice(0, 4)).toEqual([1, 0.075, 0.4, null])
})

test('without buyers there is no average', () => {
  expect(shapeCohorts([], '2026-11-01').average.every((rate) => rate === null)).toBe(true)
})
