import { deadlineOf, fileBy, windows } from './deadlines'
import { canStep, caseStates, isClosed, listSteps } from './states'

test('a window is counted from the payout where there was one, from the due day where the payout is what is missing', () => {
  const dates = { day: '2026-11-01', dueOn: '2026-11-11', paidOn: '2026-11-18' }
  expect(fileBy('freight', dates)).toBe('2027-11-18')
  expect(fileBy('adjustment', dates)).toBe('2026-12-03')
  expect(fileBy('late', dates)).toBe('2026-12-11')
  expect(fileBy('freight', { ...dates, paidOn: null })).toBe('2027-11-11')
  expect(fileBy('late', { ...dates, dueOn: null, paidOn: null })).toBe('2026-12-01')
  expect(Object.values(windows).every(({ days }) => days > 0)).toBe(true)
})

test('the first window of many counts, and a case never begins expired', () => {
  expect(deadlineOf(['2026-12-03', '2026-11-30'], '2026-11-21')).toBe('2026-11-30')
  expect(deadlineOf(['2026-11-20', '2026-12-30'], '2026-11-21')).toBe('2026-11-24')
  expect(deadlineOf([], '2026-11-21')).toBe('2026-11-21')
})

test('no case is expired by hand, every closed one can be opened again, and money may always come back', () => {
  for (const state of caseStates) {
    expect({ state, expires: canStep(state, 'expired') }).toEqual({ state, expires: false })
    expect({ state, reopens: canStep(state, 'detected') }).toEqual({ state, reopens: isClosed(state) })
    if (state !== 'paid' && state !== 'written_off') expect(listSteps(state)).toContain('paid')
  }
})
