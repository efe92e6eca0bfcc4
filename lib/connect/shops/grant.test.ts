import { daysLeft, grantWarning, mayAuthorize } from './grant'

const now = new Date('2026-11-21T12:00:00Z')
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

test.each([
  [24 * 31, 31, null],
  [24 * 30, 30, 30],
  [24 * 7 + 1, 8, 30],
  [24 * 7, 7, 7],
  [25, 2, 7],
  [24, 1, 1],
  [1, 1, 1],
  [-1, 0, 1],
])('a grant that ends in %i hours has %i days left and is warned of at %s', (hours, days, warning) => {
  const grantEndsAt = inHours(hours)
  expect(daysLeft(grantEndsAt, now)).toBe(days)
  expect(grantWarning({ status: 'active', grantEndsAt }, now)).toBe(warning)
  expect(mayAuthorize({ status: 'active', grantEndsAt }, now)).toBe(warning !== null)
})

test('a shop that is not active may always be authorized, and is not warned of', () => {
  for (const status of ['pending', 'expired'] as const) {
    expect(mayAuthorize({ status, grantEndsAt: inHours(9_000) }, now)).toBe(true)
    expect(grantWarning({ status, grantEndsAt: inHours(1) }, now)).toBeNull()
  }
})

test('an active shop whose end is not known is left alone', () => {
  expect(mayAuthorize({ status: 'active', grantEndsAt: null }, now)).toBe(false)
})
