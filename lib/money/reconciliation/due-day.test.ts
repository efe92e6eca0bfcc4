import { nextBankDay } from '../bank/business-days'
import { addDays, listDays } from '@/lib/core/dates'
import { returned } from '@/lib/testing/harnesses/settlement-faults'
import { dueDay, lastDeliveryDue, RELEASED_WITHIN_DAYS } from './due-day'
import type { OrderFacts } from './settlement-facts'

test('an order delivered up to that day was due before today, and a later one was not', () => {
  for (const today of listDays({ from: '2026-01-01', to: '2027-03-31' })) {
    const last = lastDeliveryDue(today)
    const dueOf = (delivered: string) => nextBankDay(addDays(delivered, RELEASED_WITHIN_DAYS))
    expect(dueOf(last) < today).toBe(true)
    expect(dueOf(addDays(last, 1)) < today).toBe(false)
  }
})

test('an order is due ten days after its delivery, a lost parcel fifteen after the loss or its cancellation; always on a bank day', () => {
  const order = (more: Partial<OrderFacts>): OrderFacts => ({
    status: 'shipped',
    platformStatus: 'SHIPPED',
    inReturn: false,
    deliveredOn: null,
    shippedAt: null,
    revenueCents: 5000n,
    sellerVoucherCents: 0n,
    items: [],
    cancelledOn: null,
    ...more,
  })
  const lost = [returned({ kind: 'lost', openedOn: '2026-11-05' })]
  const cancelled = order({ status: 'cancelled', cancelledOn: '2026-11-03' })
  expect(dueDay(order({ status: 'delivered', deliveredOn: '2026-11-03' }), [])).toBe('2026-11-13')
  // 20 November is a holiday, and a Friday.
  expect(dueDay(order({}), lost)).toBe('2026-11-23')
  expect(dueDay(cancelled, lost)).toBe('2026-11-18')
  expect([dueDay(order({}), []), dueDay(cancelled, [])]).toEqual([null, null])
  expect(dueDay(cancelled, [returned({ kind: 'lost', openedOn: '2026-11-05', state: 'cancelled' })])).toBeNull()
})
