import { defaultTerms } from '../fees/terms'
import { ruleOf, testRules } from '@/lib/testing/harnesses/settlement-faults'
import { settle } from './settle'
import type { SettlementFacts } from './settlement-facts'

/** Delivered on 3 November, and due by the 13th. */
const stateOf = (isCovered: boolean, platformStatus: string, today: string) => {
  const facts: SettlementFacts = {
    code: '1',
    day: '2026-11-01',
    terms: defaultTerms,
    rule: ruleOf('cnpj'),
    ruleConfirmed: true,
    otherRules: testRules,
    order: {
      status: 'delivered',
      platformStatus,
      inReturn: false,
      deliveredOn: '2026-11-03',
      shippedAt: null,
      revenueCents: 5000n,
      sellerVoucherCents: 0n,
      items: [{ unitPriceCents: 5000n, quantity: 1 }],
      cancelledOn: null,
    },
    charged: [],
    releases: [],
    wallet: [],
    returns: [],
    isCovered,
    today,
    existing: null,
    closedMonth: false,
  }
  return settle(facts)!.state
}

test('an unpaid order is late only where our files would show its payment or the platform says that it is open; unknown there only where they would', () => {
  const [onItsLastDay, dayAfter, longAfter] = ['2026-11-13', '2026-11-14', '2026-12-14'] as const
  for (const isCovered of [true, false])
    expect(stateOf(isCovered, 'TO_CONFIRM_RECEIVE', onItsLastDay)).toBe('to_release')
  expect([stateOf(false, 'COMPLETED', dayAfter), stateOf(false, 'COMPLETED', longAfter)]).toEqual([
    'to_release',
    'to_release',
  ])
  expect([stateOf(true, 'COMPLETED', dayAfter), stateOf(true, 'COMPLETED', longAfter)]).toEqual([
    'late',
    'unknown_there',
  ])
  expect(stateOf(false, 'TO_CONFIRM_RECEIVE', longAfter)).toBe('late')
})
