import { describeFault, judgeAgainst, tableOf, type OfSide, type PageFigures, type SaveFigures } from './against-table'
import { judgeAnswers, judgeBytes, judgeGrids, judgeSaves } from './judge'
import { measure } from './measure'

const side = (cpuMs: number, more: Partial<OfSide> = {}): OfSide => ({
  path: '/dashboard',
  bytes: { plain: 1000, gzip: 100, brotli: 90 },
  browser: 90,
  faults: [],
  alone: [cpuMs],
  atOnce: [cpuMs],
  cpuMs,
  cpuAnswers: 1,
  ...more,
})
const pair = (now: number, then: number, more: Partial<OfSide> = {}): PageFigures => ({
  now: side(now, more),
  then: side(then),
})
const saves = (ms: number, refused = 0): SaveFigures => ({ saved: 480, refused, ms, cpuMs: 4800, faults: [] })
const both = { now: saves(4000), then: saves(4000) }
const failing = (figures: Record<string, PageFigures>, saved = both) =>
  judgeAgainst(figures, saved)
    .filter(({ holds }) => !holds)
    .map(({ what, then }) => `${what}: ${then}`)

test('a page that costs more than a tenth more than the other commit’s fails, and one that costs less passes', () => {
  expect(failing({ 'bare page': pair(12, 10) })).toEqual(['processor ms, bare page: 10'])
  expect(failing({ 'bare page': pair(5, 10) })).toEqual([])
})

test('a page with a single answer that was another page has no figure, and fails', () => {
  const faulty = { 'bare page': pair(5, 10), hub: pair(5, 10, { faults: ['answered 429'] }) }
  expect(tableOf(faulty)[1]).toEqual({ page: 'hub', fault: 'now answered 429' })
  expect(failing(faulty)).toEqual(['hub: now answered 429'])
})

test('a rate of saves of which a single one was refused is not judged, and fails', () => {
  const refused = { now: saves(1000, 1), then: saves(4000) }
  expect(failing({ 'bare page': pair(5, 10) }, refused)).toEqual([
    'orders saved a second, one SKU, ten at once: now: 1 of 481 refused',
    'processor ms of a saved order: now: 1 of 481 refused',
  ])
  const [good, bad] = [
    { perSecond: 100, saved: 250, refused: 0 },
    { perSecond: 900, saved: 20, refused: 230 },
  ]
  expect(judgeSaves({ whole: good, alone: good, ratio: 1 })).toMatchObject({ found: '1.00', holds: true })
  expect(judgeSaves({ whole: bad, alone: good, ratio: 9 })).toMatchObject({
    found: 'not judged: 230 refused',
    holds: false,
  })
})

test('an answer is known as another page by its status and by its size', () => {
  const answer = (status: number, bytes: number) => ({ status, body: Buffer.alloc(bytes) })
  expect(describeFault(answer(200, 1050), 1000)).toBeNull()
  expect(describeFault(answer(429, 1000), 1000)).toBe('answered 429')
  expect(describeFault(answer(200, 500), 1000)).toBe('answered a page of another size')
})

test('a page that fails once leaves the others their figures, has none itself, and fails the run', async () => {
  let asked = 0
  const failing = async () => {
    asked += 1
    if (asked === 4) throw new Error('/hub answered 500')
  }
  const targets = [
    { name: 'hub', request: failing },
    { name: 'bare page', request: async () => undefined },
  ]
  const timings = await measure(targets, 3, 1)
  expect(timings.get('hub')).toMatchObject({ p50: NaN, faults: ['/hub answered 500'] })
  expect(timings.get('bare page')!.p50).toBeGreaterThanOrEqual(0)
  expect(judgeAnswers([...timings.values()])).toMatchObject({ found: '/hub answered 500', holds: false })
  expect(judgeAnswers([timings.get('bare page')!])).toMatchObject({ found: 'none', holds: true })
})

test('a page with more bytes than its limit fails, and so does one that was not measured', () => {
  const cost = (gzipBytes: number) => ({ cpuMs: 1, plainBytes: 1, gzipBytes, brotliBytes: 1 })
  const holds = (costs: Parameters<typeof judgeBytes>[0]) => judgeBytes(costs).map((verdict) => verdict.holds)
  expect(holds({ 'bare page': cost(10_000), 'order list': cost(25_000) })).toEqual([true, true])
  expect(holds({ 'bare page': cost(10_001), 'order list': cost(25_001) })).toEqual([false, false])
  expect(holds({ 'bare page': cost(9_000) })).toEqual([true, false])
})

test('a grid whose rows are there later than three times the bare page fails; what follows the rows is said beside', () => {
  const grid = (rowsMs: number, ms: number, cpuMs: number) => ({ rowsMs, ms, cpuMs })
  const grids = {
    'bare page': grid(20, 20, 10),
    whole: grid(60, 60, 30),
    late: grid(61, 70, 10),
    'sums late': grid(20, 200, 310),
    none: grid(NaN, NaN, 10),
  }
  expect(judgeGrids(grids).map(({ found, holds }) => [found, holds])).toEqual([
    ['3.00 (last byte 3.00, processor 3.00)', true],
    ['3.05 (last byte 3.50, processor 1.00)', false],
    ['1.00 (last byte 10.00, processor 31.00)', true],
    ['NaN (last byte NaN, processor 1.00)', false],
  ])
})
