import fc from 'fast-check'
import { addDays, addMonths, daysBetween, listDays, type Day } from '@/lib/core/dates'
import { spansOf, type Spans, type SpanMonths } from './spans'

const today = '2026-11-21'
const all: SpanMonths[] = [1, 3, 12]

/** How often each day counts. */
function countDays({ blocks, days }: Spans): Map<Day, number> {
  const counts = new Map<Day, number>()
  const add = (from: Day, to: Day, sign: number) => {
    for (const day of listDays({ from, to })) {
      const count = (counts.get(day) ?? 0) + sign
      if (count === 0) counts.delete(day)
      else counts.set(day, count)
    }
  }
  for (const { start, months, sign } of blocks) add(start, addDays(addMonths(start, months), -1), sign)
  for (const { from, to, sign } of days) add(from, to, sign)
  return counts
}

test('every day of the period counts once and no other day counts', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1200 }),
      fc.integer({ min: 0, max: 1100 }),
      fc.subarray(all),
      (ago, length, units) => {
        const from = addDays(today, 40 - ago)
        const to = addDays(from, length)
        const counts = countDays(spansOf({ from, to }, today, units))
        expect([...counts.keys()].sort()).toEqual(listDays({ from, to }))
        expect(new Set(counts.values())).toEqual(new Set([1]))
      },
    ),
  )
})

test('a long period is a few blocks and less than three weeks of days at each end', () => {
  for (let ago = 0; ago < 800; ago += 7) {
    const { blocks, days } = spansOf({ from: addDays(today, -ago - 365), to: addDays(today, -ago) }, today, all)
    const loose = days.reduce(
      (sum, { from, to }) => sum + Math.max(0, daysBetween(from, to < today ? to : today) + 1),
      0,
    )
    expect(blocks.length).toBeLessThanOrEqual(9)
    expect(loose).toBeLessThanOrEqual(36)
  }
})

test('a period that ends today takes the month, quarter or year under way whole', () => {
  expect(spansOf({ from: '2026-11-01', to: today }, today, all).blocks).toEqual([
    { months: 1, start: '2026-11-01', sign: 1 },
  ])
  expect(spansOf({ from: '2026-01-01', to: today }, today, all).blocks[0]).toEqual({
    months: 12,
    start: '2026-01-01',
    sign: 1,
  })
})

test('without blocks a period is its days', () => {
  expect(spansOf({ from: '2026-11-01', to: today }, today, [])).toEqual({
    blocks: [],
    days: [{ from: '2026-11-01', to: today, sign: 1 }],
  })
})
