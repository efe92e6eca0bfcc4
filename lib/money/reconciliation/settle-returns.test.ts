import { defaultTerms } from '../fees/terms'
import { chargedBy, moved, returned, ruleOf, testRules, type Bill } from '@/lib/testing/harnesses/settlement-faults'
import { settle } from './settle'
import type { Settled, SettlementFacts } from './settlement-facts'

const bill: Bill = { product_revenue: 4990, commission: -898, service: -500 }
const refunded: Bill = { product_revenue: 4990, refund: -4990 }
const payout = 3592
const listed = (cents: number) => [
  { source: 'api', key: '', cents: BigInt(cents), at: new Date('2026-11-12T15:00:00Z') } as const,
]
const base: SettlementFacts = {
  code: '1',
  day: '2026-11-01',
  terms: defaultTerms,
  rule: ruleOf('cnpj'),
  ruleConfirmed: true,
  otherRules: testRules,
  order: {
    status: 'delivered',
    platformStatus: 'COMPLETED',
    inReturn: false,
    deliveredOn: '2026-11-05',
    shippedAt: null,
    revenueCents: 4990n,
    sellerVoucherCents: 0n,
    items: [{ unitPriceCents: 4990n, quantity: 1 }],
    cancelledOn: null,
  },
  charged: chargedBy(bill),
  releases: listed(payout),
  wallet: [],
  returns: [],
  isCovered: true,
  today: '2026-12-20',
  existing: null,
  closedMonth: false,
}
const closed = (more: Parameters<typeof returned>[0]) =>
  returned({ state: 'closed', refundCents: 4990n, receivedAt: null, openedOn: '2026-11-06', ...more })
const kept = (more: Parameters<typeof returned>[0], facts: Partial<SettlementFacts> = {}): SettlementFacts => ({
  ...base,
  charged: chargedBy(refunded),
  releases: listed(0),
  returns: [closed(more)],
  ...facts,
})
/** By the report: closed, with its amount made up for. */
const won = closed({ platformStatus: 'CLOSED', compensationStatus: 'COMPENSATION_ACCEPTED', compensationCents: 4990n })
const causesOf = (settled: Settled | null) =>
  Object.fromEntries((settled?.causes ?? []).map(({ cause, amountCents }) => [cause, Number(amountCents)]))

test.each<[string, SettlementFacts, Record<string, number>]>([
  ['its parcel was received', kept({ receivedAt: new Date('2026-11-20T12:00:00Z') }), {}],
  ['its parcel may still be on its way', kept({}, { today: '2026-12-06' }), {}],
  ['its parcel never came: the payout is what is lacking', kept({}), { refund_without_return: -payout }],
  ['a delivery that failed never came back', kept({ kind: 'failed_delivery' }), { refund_without_return: -payout }],
  ['no receipts are kept: the platform is believed', kept({ isWatched: false }), {}],
  ['nothing was to come back', kept({ kind: 'refund_only' }), {}],
  ['its parcel lies at the door', kept({ state: 'arrived' }), {}],
  ['it was withdrawn', { ...base, returns: [closed({ platformStatus: 'CLOSED' })] }, {}],
  [
    'the parcel came without a part of it',
    kept({ receivedAt: new Date('2026-11-20T12:00:00Z'), missingCents: 2000n }),
    { refund_without_return: -2000 },
  ],
  [
    'it was taken after the payout, and its parcel never came',
    { ...base, wallet: [moved('payout', payout), moved('adjustment', -4990)], returns: [closed({})] },
    { refund_without_return: -4990 },
  ],
  [
    'the seller won the dispute: taken after the payout, and made up for',
    {
      ...base,
      wallet: [moved('payout', payout), moved('adjustment', -4990), moved('compensation', 4990)],
      returns: [won],
    },
    {},
  ],
  [
    'the seller won the dispute, and the compensation is still to come',
    { ...base, wallet: [moved('payout', payout), moved('adjustment', -4990)], returns: [won] },
    { compensation_missing: -4990 },
  ],
  [
    'the seller won the dispute, and nothing was ever taken',
    { ...base, wallet: [moved('payout', payout), moved('compensation', 4990)], returns: [won] },
    {},
  ],
])('a refund of which %s', (_, facts, causes) => {
  const settled = settle(facts)
  expect(causesOf(settled)).toEqual(causes)
  expect(settled!.unexplainedCents).toBe(0n)
})

const lost = returned({ kind: 'lost', state: 'open', receivedAt: null, openedOn: '2026-11-10' })
const away: SettlementFacts = {
  ...base,
  order: { ...base.order!, status: 'shipped', deliveredOn: null },
  charged: [],
  releases: [],
  returns: [lost],
}

test('a lost parcel that is not cancelled is due from the day its loss was reported', () => {
  expect(settle({ ...away, today: '2026-11-25' })).toMatchObject({ state: 'to_release', dueOn: '2026-11-25' })
  const overdue = settle({ ...away, today: '2026-11-26' })
  expect(overdue).toMatchObject({ state: 'underpaid', differenceCents: -3592n })
  expect(causesOf(overdue)).toEqual({ compensation_missing: -3592 })
  expect(settle({ ...away, ruleConfirmed: false })!.causes).toMatchObject([{ isUnconfirmed: true }])
})

test('a lost parcel that was made good is settled by what was promised', () => {
  const accepted = { ...lost, compensationStatus: 'COMPENSATION_ACCEPTED', compensationCents: 4000n }
  const facts = { ...away, returns: [accepted] }
  expect(causesOf(settle(facts))).toEqual({ compensation_missing: -4000 })
  expect(settle({ ...facts, wallet: [moved('compensation', 4000)] })).toMatchObject({ state: 'reconciled', causes: [] })
})

test('a payout waits while a return is disputed', () => {
  const facts = { ...base, releases: [], charged: [], returns: [closed({ state: 'disputed' })] }
  expect(settle(facts)).toMatchObject({ state: 'to_release', differenceCents: 0n })
})

test.each([150, -150])('the Pix subsidy of %i is a line of its own and no difference', (pix) => {
  const line = { kind: 'other', source: 'income', key: 'pix_discount', name: 'Pix', cents: BigInt(pix) } as const
  const charged = [...chargedBy(bill).map((each) => ({ ...each, source: 'income' as const })), line]
  const settled = settle({ ...base, charged, releases: listed(payout + pix) })!
  expect(settled).toMatchObject({ state: 'reconciled', unexplainedCents: 0n, causes: [] })
  expect(settled.lines).toContainEqual({
    kind: 'pix',
    expectedCents: BigInt(pix),
    chargedCents: BigInt(pix),
    cause: null,
  })
})

test('a payout that stands twice in one report was paid twice, and is no correction', () => {
  const [one] = listed(payout)
  const settled = settle({ ...base, releases: [one!, { ...one!, key: '~2' }] })
  expect(settled).toMatchObject({ state: 'overpaid', adjustedCents: 0n })
  expect(causesOf(settled)).toEqual({ released_twice: payout })
})

test('a report that names the refund in the order’s one row tells its payout, once', () => {
  const left = payout - 1000
  const back = closed({ refundCents: 1000n, receivedAt: new Date('2026-11-20T12:00:00Z') })
  const refunded = { ...base, charged: chargedBy({ ...bill, refund: -1000 }), returns: [back] }
  const releases = [{ ...listed(left)[0]!, source: 'file' as const, key: 'R1' }]
  for (const wallet of [[], [moved('payout', left)]])
    expect(settle({ ...refunded, releases, wallet })).toMatchObject({
      state: 'reconciled',
      adjustedCents: 0n,
      causes: [],
    })
})

test('an unknown refund is what was taken off, and makes no difference of its own', () => {
  const unknown = { kind: 'refund_only', refundCents: null } as const
  expect(causesOf(settle(kept(unknown)))).toEqual({})
  expect(causesOf(settle({ ...base, returns: [closed(unknown)] }))).toEqual({})
  // The same refund known to be none is a difference.
  expect(causesOf(settle(kept({ kind: 'refund_only', refundCents: 0n })))).not.toEqual({})
})
