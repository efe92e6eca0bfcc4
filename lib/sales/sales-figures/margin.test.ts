import { coverageOf, marginOf, marginRate } from './margin'

const sold = { revenueCents: 10_000n, takenCents: 2_000n, coveredCents: 10_000n, costCents: 3_000n }

test.each([
  ['all of whose cost is known', sold, 5_000n, 0.5, 1],
  ['half of whose cost is known bears half of what was taken', { ...sold, coveredCents: 5_000n }, 1_000n, 0.2, 0.5],
  ['none of whose cost is known has no margin', { ...sold, coveredCents: 0n, costCents: 0n }, null, null, 0],
  ['that lost money', { ...sold, costCents: 9_000n }, -1_000n, -0.1, 1],
  ['that brought nothing has no margin', { ...sold, revenueCents: 0n, coveredCents: 0n }, null, null, 0],
])('sales %s', (_, figures, margin, rate, coverage) => {
  expect([marginOf(figures), marginRate(figures), coverageOf(figures)]).toEqual([margin, rate, coverage])
})
