import { isBankDay } from '@/lib/money/bank/business-days'
import { addDays } from '@/lib/core/dates'
import { isPayDay, payTime } from './pay-days'

const at = (text: string) => Date.parse(`${text}:00-03:00`) / 1000
const localTime = (seconds: number) => new Date(seconds * 1000 - 3 * 3_600_000).toISOString().slice(0, 16)

test.each([
  ['within the hours of a bank day', '2026-11-24T14:30', '2026-11-24T14:30'],
  ['before them', '2026-11-24T03:00', '2026-11-24T09:00'],
  ['after them', '2026-11-24T18:00', '2026-11-25T09:00'],
  ['on a Friday night', '2026-11-27T21:00', '2026-11-30T09:00'],
  ['on a Saturday', '2026-11-28T10:00', '2026-11-30T09:00'],
  ['on a holiday', '2026-09-07T10:00', '2026-09-08T09:00'],
  ['at Carnival', '2026-02-14T10:00', '2026-02-18T09:00'],
])('money that is free %s is credited on a bank day from 9 to 18 h', (_name, now, credited) => {
  expect(localTime(payTime(at(now)))).toBe(credited)
})

test('the platform’s bank days equal the product’s, calculated apart', () => {
  for (let day = '2024-01-01'; day <= '2027-12-31'; day = addDays(day, 1))
    expect({ day, is: isPayDay(Date.parse(day) / 86_400_000) }).toEqual({ day, is: isBankDay(day) })
})
