import { countdownTo, PLATFORM_CANCEL_DAYS } from './platform-cancel'

const shipBy = Date.parse('2026-11-22T02:59:59Z')

test.each([
  ['2026-11-22T03:00:00Z', { unit: 'days', count: 2 }],
  ['2026-11-23T02:59:59Z', { unit: 'days', count: 2 }],
  ['2026-11-23T03:00:00Z', { unit: 'hours', count: 48 }],
  ['2026-11-25T02:30:00Z', { unit: 'hours', count: 1 }],
  ['2026-11-25T02:59:59Z', { unit: 'now', count: 0 }],
  ['2026-11-28T00:00:00Z', { unit: 'now', count: 0 }],
])('at %s the platform cancels an order of 21/11 in %o', (now, left) => {
  expect(countdownTo(new Date(shipBy + PLATFORM_CANCEL_DAYS * 86_400_000), new Date(now))).toEqual(left)
})
