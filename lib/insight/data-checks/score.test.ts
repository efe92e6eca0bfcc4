import { scoreOf } from './score'

const of = (severity: 'critical' | 'warning' | 'notice', outcome: 'healthy' | 'found' | 'unknown') => ({
  severity,
  outcome,
})

test('the score is the weight of what is healthy, and 100 only where all is', () => {
  expect(scoreOf([of('critical', 'healthy'), of('warning', 'healthy')])).toBe(100)
  expect(scoreOf([of('critical', 'found'), of('warning', 'healthy'), of('notice', 'healthy')])).toBe(44)
  const many = Array.from({ length: 300 }, () => of('critical', 'healthy'))
  expect(scoreOf([...many, of('notice', 'found')])).toBe(99)
})

test('a check that could not be asked counts as one that found something', () => {
  expect(scoreOf([of('warning', 'unknown'), of('warning', 'healthy')])).toBe(
    scoreOf([of('warning', 'found'), of('warning', 'healthy')]),
  )
  expect(scoreOf([of('notice', 'unknown')])).toBe(0)
})
