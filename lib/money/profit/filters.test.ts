import { readResultFilters } from './filters'

const today = '2026-11-21'

test('the result is of the days that are asked for, named as a period of one’s own or not, and else of this month', () => {
  const october = { from: '2026-10-01', to: '2026-10-31' }
  expect(readResultFilters(october, today)).toMatchObject({ period: 'custom', ...october })
  expect(readResultFilters({ ...october, period: 'custom' }, today)).toMatchObject({ period: 'custom', ...october })
  for (const query of [{}, { period: 'nada' }, { from: 'ontem' }])
    expect(readResultFilters(query, today)).toMatchObject({ period: 'month', from: '2026-11-01', to: today })
})
