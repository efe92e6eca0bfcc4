import { historyProgress } from './progress'

const started = new Date('2026-11-21T12:00:00Z')
const after = (seconds: number) => new Date(started.getTime() + seconds * 1000)

test('the time left of a history goes down while one window is read, and is unknown once it has passed', () => {
  const DAY = 86_400
  const state = {
    historyStartedAt: started,
    historyFrom: after(-90 * DAY),
    historyReached: after(-15 * DAY),
    historyMovedAt: after(60),
    historyDone: 7,
  }
  const leftAt = (seconds: number) => historyProgress(state, after(seconds))!.secondsLeft
  expect([60, 75, 200, 359].map(leftAt)).toEqual([300, 285, 160, 1])
  // A worker that is away for hours makes no hours of it.
  expect([360, 4000, 40_000].map(leftAt)).toEqual([null, null, null])
})
