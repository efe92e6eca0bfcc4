import { countWeekdays, shapeHeatMap } from './heat-map'

const week = { from: '2026-11-16', to: '2026-11-22' }
const fact = (weekday: number, hour: number, orders: bigint, grossCents: bigint) => ({
  weekday,
  hour,
  orders,
  units: orders * 2n,
  grossCents,
})

test('every hour of every weekday is there, and rows, columns and the whole add up', () => {
  const map = shapeHeatMap([fact(1, 0, 2n, 500n), fact(1, 23, 1n, 100n), fact(7, 23, 3n, 1000n)], 'gross', week)
  expect(map.rows.map(({ cells }) => cells.length)).toEqual(Array(7).fill(24))
  expect(map.rows.map(({ total }) => total)).toEqual([600n, 0n, 0n, 0n, 0n, 0n, 1000n])
  expect([map.byHour[0], map.byHour[23], map.total]).toEqual([500n, 1100n, 1600n])
  expect(map.busiest).toMatchObject({ weekday: 7, hour: 23, value: 1000n, orders: 3n })
})

test('a cell’s level is its fifth of the busiest; nothing is level 0 and little is not nothing', () => {
  const map = shapeHeatMap(
    [fact(1, 0, 1n, 1n), fact(1, 1, 1n, 200n), fact(1, 2, 1n, 201n), fact(1, 3, 1n, 1000n)],
    'gross',
    week,
  )
  expect(map.rows[0]!.cells.slice(0, 5).map(({ level }) => level)).toEqual([1, 1, 2, 5, 0])
})

test('each figure is its own map', () => {
  const facts = [fact(2, 9, 4n, 100n)]
  expect(shapeHeatMap(facts, 'orders', week).highest).toBe(4n)
  expect(shapeHeatMap(facts, 'units', week).highest).toBe(8n)
  expect(shapeHeatMap([], 'units', week)).toMatchObject({ highest: 0n, busiest: null, total: 0n })
})

test('a period’s Mondays to Sundays are counted', () => {
  expect(countWeekdays(week)).toEqual([1, 1, 1, 1, 1, 1, 1])
  expect(countWeekdays({ from: '2026-11-21', to: '2026-11-23' })).toEqual([1, 0, 0, 0, 0, 1, 1])
})
