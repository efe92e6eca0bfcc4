import { defaultTerms } from '../fees/terms'
import { chargedBy, moved, returned, ruleOf, testRules, type Bill } from '@/lib/testing/harnesses/settlement-faults'
import { settle } from './settle'
import type { ReleaseFact, Settled, SettlementFacts } from './settlement-facts'

const released = (cents: number, source: ReleaseFact['source'] = 'file'): ReleaseFact => ({
  source,
  key: '',
  cents: BigInt(cents),
  at: new Date('2026-11-12T15:00:00Z'),
})
const cancelled = (more: Partial<SettlementFacts>, bill: Bill = {}): SettlementFacts => ({
  code: '1',
  day: '2026-11-01',
  terms: defaultTerms,
  rule: ruleOf('cnpj'),
  ruleConfirmed: true,
  otherRules: testRules,
  order: {
    status: 'cancelled',
    platformStatus: 'CANCELLED',
    inReturn: false,
    deliveredOn: null,
    shippedAt: null,
    revenueCents: 5000n,
    sellerVoucherCents: 0n,
    items: [{ unitPriceCents: 5000n, quantity: 1 }],
    cancelledOn: '2026-11-03',
  },
  charged: chargedBy(bill),
  releases: [],
  wallet: [],
  returns: [],
  isCovered: true,
  today: '2026-11-30',
  existing: null,
  closedMonth: false,
  ...more,
})
const fees: Bill = { commission: -900, service: -500 }
const causesOf = (settled: Settled | null) =>
  Object.fromEntries((settled?.causes ?? []).map(({ cause, amountCents }) => [cause, Number(amountCents)]))

test('fees of a cancelled order that the platform only tells of count for nothing until money moves', () => {
  expect(settle(cancelled({}, fees))).toBeNull()
  const existing = { state: 'to_release', adjustedCents: 0n } as const
  expect(settle(cancelled({ existing }, fees))).toMatchObject({ state: 'reconciled', differenceCents: 0n, causes: [] })
})

test.each<[string, SettlementFacts, Partial<Settled>, Record<string, number>]>([
  [
    'taken off its own payout',
    cancelled({ releases: [released(-1400)] }, fees),
    { state: 'underpaid', differenceCents: -1400n, unexplainedCents: 0n },
    { fee_on_cancelled: -1400 },
  ],
  [
    'netted against what was kept of the price: nothing is lacking in all, and the fee is seen',
    cancelled({ releases: [released(0)] }, { ...fees, product_revenue: 5000, refund: -3600 }),
    { state: 'reconciled', differenceCents: 0n, unexplainedCents: 0n },
    { fee_on_cancelled: -1400, released_more: 1400 },
  ],
  [
    'netted in part',
    cancelled({ releases: [released(-400)] }, { ...fees, product_revenue: 5000, refund: -4000 }),
    { state: 'underpaid', differenceCents: -400n, unexplainedCents: 0n },
    { fee_on_cancelled: -1400, released_more: 1000 },
  ],
  [
    'taken from the wallet by a correction, and no more of it than was charged',
    cancelled({ wallet: [moved('adjustment', -1500)] }, fees),
    { state: 'underpaid', differenceCents: -1500n, unexplainedCents: 0n },
    { fee_on_cancelled: -1400, adjustment: -100 },
  ],
  [
    'an affiliate’s, which the wallet alone tells of',
    cancelled({ wallet: [moved('affiliate', -250)] }),
    { state: 'underpaid', differenceCents: -250n, unexplainedCents: 0n },
    { fee_on_cancelled: -250 },
  ],
  [
    'another correction is no fee',
    cancelled({ wallet: [moved('adjustment', -700)] }),
    { state: 'underpaid', differenceCents: -700n, unexplainedCents: 0n },
    { adjustment: -700 },
  ],
  [
    'taken and given back',
    cancelled(
      {
        wallet: [moved('adjustment', -1400), moved('adjustment', 1400)],
        existing: { state: 'underpaid', adjustedCents: -1400n },
      },
      fees,
    ),
    { state: 'reconciled', differenceCents: 0n },
    {},
  ],
])('a fee of a cancelled order, %s', (_, facts, wanted, causes) => {
  const settled = settle(facts)
  expect(settled).toMatchObject(wanted)
  expect(causesOf(settled)).toEqual(causes)
})

test('the compensation of a lost parcel is waited for and is no difference of a cancelled order before it is due', () => {
  const lost = returned({ kind: 'lost', state: 'open', receivedAt: null })
  const facts = cancelled({ returns: [lost], today: '2026-11-10' })
  expect(settle(facts)).toMatchObject({ state: 'to_release', differenceCents: 0n })
  expect(settle({ ...facts, today: '2026-11-30' })).toMatchObject({ state: 'underpaid' })
})
