import fc from 'fast-check'
import { isOn, layOutDay, readAgendaFrame, stepAgenda, type ClockEvent } from './agenda'
import { listWeeks } from '@/lib/core/dates'

const day = '2026-11-21'
const timed = (id: string, from: string, to: string, more: Partial<ClockEvent> = {}): ClockEvent => ({
  id,
  startsOn: day,
  endsOn: day,
  times: { from, to },
  ...more,
})

test('a month shows whole weeks from Monday, a week its seven days', () => {
  expect(readAgendaFrame({ day }, '2026-01-01').days).toEqual({ from: '2026-10-26', to: '2026-12-06' })
  expect(listWeeks(readAgendaFrame({ day }, day).days)).toHaveLength(6)
  expect(readAgendaFrame({ view: 'week' }, day)).toEqual({
    view: 'week',
    day,
    days: { from: '2026-11-16', to: '2026-11-22' },
  })
  expect(readAgendaFrame({ view: 'x', day: '2026-02-30' }, day)).toMatchObject({ view: 'month', day })
  expect([stepAgenda('month', '2026-01-31', 1), stepAgenda('week', day, -1)]).toEqual(['2026-02-01', '2026-11-14'])
})

test('overlapping events stand side by side, and consecutive ones take the whole width', () => {
  const slots = layOutDay(
    [
      timed('a', '09:00', '11:00'),
      timed('b', '10:00', '12:00'),
      timed('c', '11:00', '12:00'),
      timed('d', '14:00', '15:00'),
    ],
    day,
  )
  expect(slots.map(({ event, lane, lanes }) => [event.id, lane, lanes])).toEqual([
    ['a', 0, 2],
    ['b', 1, 2],
    ['c', 0, 2],
    ['d', 0, 1],
  ])
})

test('an event over midnight is cut at it, and one that ends at midnight is not of the next day', () => {
  const night = timed('n', '22:00', '06:00', { endsOn: '2026-11-22' })
  expect(layOutDay([night], day)[0]).toMatchObject({ fromMinute: 1320, toMinute: 1440 })
  expect(layOutDay([night], '2026-11-22')[0]).toMatchObject({ fromMinute: 0, toMinute: 360 })
  expect(isOn(timed('m', '22:00', '00:00', { endsOn: '2026-11-22' }), '2026-11-22')).toBe(false)
  expect(layOutDay([timed('s', '23:50', '23:55')], day)[0]).toMatchObject({ fromMinute: 1410, toMinute: 1440 })
})

test('no two that overlap share a lane, and every event is laid out once', () => {
  const clock = fc.integer({ min: 0, max: 1438 })
  const text = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  fc.assert(
    fc.property(fc.array(fc.tuple(clock, clock), { maxLength: 30 }), (pairs) => {
      const events = pairs.map(([a, b], index) => timed(String(index), text(Math.min(a, b)), text(Math.max(a, b) + 1)))
      const slots = layOutDay(events, day)
      expect(slots.map(({ event }) => event.id).toSorted()).toEqual(events.map(({ id }) => id).toSorted())
      for (const a of slots)
        for (const b of slots)
          if (a !== b && a.fromMinute < b.toMinute && b.fromMinute < a.toMinute) {
            expect(a.lane).not.toBe(b.lane)
            expect(a.lanes).toBe(b.lanes)
          }
      expect(slots.every(({ lane, lanes }) => lane < lanes)).toBe(true)
    }),
  )
})
