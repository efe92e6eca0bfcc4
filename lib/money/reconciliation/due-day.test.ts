import { nextBankDay } from '../bank/business-days'
import { addDays, listDays } from '@/lib/core/dates'
import { lastDeliveryDue, RELEASED_WITHIN_DAYS } from './due-day'

test('an order delivered up to that day was due before today, and a later one was not', () => {
  for (const today of listDays({ from: '2026-01-01', to: '2027-03-31' })) {
    const last = lastDeliveryDue(today)
    const dueOf = (delivered: string) => nextBankDay(addDays(delivered, RELEASED_WITHIN_DAYS))
    expect(dueOf(last) < today).toBe(true)
    expect(dueOf(addDays(last, 1)) < today).toBe(false)
  }
})
