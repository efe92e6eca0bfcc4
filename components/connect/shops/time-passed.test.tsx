import { timeLeft, timePassed } from './time-passed'

const now = new Date('2026-11-21T12:00:00Z')
const ago = (seconds: number) => timePassed(new Date(now.getTime() - seconds * 1000), now)

test('a passed time is shown in the largest full unit', () => {
  expect([-5, 0, 59].map(ago)).toEqual(Array(3).fill({ unit: 'now', count: 0 }))
  expect([60, 3599].map(ago)).toEqual([
    { unit: 'minutes', count: 1 },
    { unit: 'minutes', count: 59 },
  ])
  expect([3600, 86_399].map(ago)).toEqual([
    { unit: 'hours', count: 1 },
    { unit: 'hours', count: 23 },
  ])
  expect(ago(3 * 86_400)).toEqual({ unit: 'days', count: 3 })
})

test('a remaining time is never shown as zero', () => {
  expect(timeLeft(0)).toEqual({ unit: 'seconds', count: 1 })
  expect(timeLeft(61)).toEqual({ unit: 'minutes', count: 2 })
  expect(timeLeft(7_200)).toEqual({ unit: 'hours', count: 2 })
})

test('a long remaining time moves by five minutes', () => {
  expect([601, 660, 870, 899].map((seconds) => timeLeft(seconds).count)).toEqual([15, 15, 15, 15])
  expect(timeLeft(600)).toEqual({ unit: 'minutes', count: 10 })
})
