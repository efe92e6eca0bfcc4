import { addDays, listDays } from '@/lib/core/dates'
import { expectedDay, firstKeyOf } from './expected-day'

const today = '2026-11-21'

test('the first key of a span of days is the earliest of its days', () => {
  for (const from of listDays({ from: addDays(today, -9), to: addDays(today, 11) }))
    for (const days of [1, 7, 20]) {
      const span = { from, to: addDays(from, days - 1) }
      const keys = listDays(span).map((day) => firstKeyOf({ from: day, to: day }, today))
      expect([span, firstKeyOf(span, today)]).toEqual([span, keys.toSorted()[0]])
    }
})

test('a delivered order is expected after the shop’s own days, never later than the platform may take, and on a bank day', () => {
  const order = {
    status: 'delivered',
    localDay: '2026-11-01',
    shippedOn: null,
    shipByOn: null,
    deliveredOn: '2026-11-03',
  } as const
  const after = (releaseDays: number | null, more: object = {}) =>
    expectedDay(
      { state: 'to_release', dueOn: '2026-11-13', isHeld: false, ...more },
      { ...order },
      { transitDays: null, releaseDays },
    )
  expect([after(null), after(1), after(4), after(14)]).toEqual(['2026-11-10', '2026-11-04', '2026-11-09', '2026-11-13'])
  expect([after(1, { isHeld: true }), after(1, { state: 'late' }), after(1, { dueOn: null })]).toEqual([
    null,
    null,
    null,
  ])
})
