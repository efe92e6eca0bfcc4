import { addDays, listDays } from '@/lib/core/dates'
import { firstKeyOf } from './expected-day'

const today = '2026-11-21'

test('the first key of a span of days is the earliest of its days', () => {
  for (const from of listDays({ from: addDays(today, -9), to: addDays(today, 11) }))
    for (const days of [1, 7, 20]) {
      const span = { from, to: addDays(from, days - 1) }
      const keys = listDays(span).map((day) => firstKeyOf({ from: day, to: day }, today))
      expect([span, firstKeyOf(span, today)]).toEqual([span, keys.toSorted()[0]])
    }
})
