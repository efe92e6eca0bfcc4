import { createCampaignInput } from './schema'

const problems = (fromDay: string, toDay: string) => {
  const head = { name: '12.12', fromDay, toDay, isHighlight: true, leastMargin: null }
  const shopId = '01981ac5-0000-7000-8000-000000000001'
  const { error } = createCampaignInput.safeParse({ shopId, ...head })
  return error?.issues.map(({ path, message }) => `${path.join()}: ${message}`) ?? []
}

test.each([
  ['one day', '2026-12-12', '2026-12-12', []],
  ['sixty days', '2026-11-01', '2026-12-30', []],
  ['a day too many', '2026-11-01', '2026-12-31', ['toDay: campaigns.fields.daysInvalid']],
  ['the last before the first', '2026-12-12', '2026-12-11', ['toDay: campaigns.fields.daysInvalid']],
  ['a missing last day', '2026-12-12', '', ['toDay: errors.dateInvalid']],
  ['no days', '', '', ['fromDay: errors.dateInvalid', 'toDay: errors.dateInvalid']],
])('each field of a campaign’s days has one message at most: %s', (_, from, to, expected) => {
  expect(problems(from, to)).toEqual(expected)
})
