import { gatherCounts } from './gather-counts'

const written: [string, number][] = []
let isAway = false
const counts = gatherCounts<string>(
  async (name, count) => {
    if (isAway) throw new Error('away')
    written.push([name, count])
  },
  () => undefined,
)

beforeEach(() => {
  vi.useFakeTimers()
  written.length = 0
  isAway = false
})
afterEach(() => {
  counts.clear()
  vi.useRealTimers()
})

test('counts are written within a second without another call, in any number, once for each name', async () => {
  for (let n = 0; n < 1000; n += 1) counts.add(n % 2 ? 'unsigned' : 'otherKey', 1)
  await vi.advanceTimersByTimeAsync(999)
  expect(written).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(written).toEqual([
    ['otherKey', 500],
    ['unsigned', 500],
  ])
  counts.add('unsigned', 1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(written.at(-1)).toEqual(['unsigned', 1])
})

test('a failed write is repeated later, with the counts added meanwhile', async () => {
  isAway = true
  counts.add('unsigned', 2)
  await vi.advanceTimersByTimeAsync(1000)
  counts.add('unsigned', 3)
  isAway = false
  await vi.advanceTimersByTimeAsync(30_000)
  expect(written).toEqual([['unsigned', 5]])
})
