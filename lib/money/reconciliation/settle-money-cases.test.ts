import { defaultTerms } from '../fees/terms'
import { chargedBy, moved, returned, ruleOf, testRules, type Bill } from '@/lib/testing/harnesses/settlement-faults'
import { settle } from './settle'
import type { ChargedLine, ReleaseFact, SettlementFacts } from './settlement-facts'

const at = new Date('2026-06-12T15:00:00Z')
/** 120.00 under the rule of April: 12 % and 2 % plus 20.00. */
const bill: Bill = { product_revenue: 12_000, commission: -1440, service: -2240 }
const payout = 8320
const listed = (cents: number, key = ''): ReleaseFact => ({ source: 'file', key, cents: BigInt(cents), at })
const ofReport = (lines: Bill, part = ''): ChargedLine[] =>
  chargedBy(lines).map((line) => ({ ...line, source: 'income', key: part ? `${line.key}#${part}` : line.key }))

const sold: SettlementFacts = {
  code: '1',
  day: '2026-05-15',
  terms: defaultTerms,
  rule: ruleOf('cnpj'),
  ruleConfirmed: true,
  otherRules: testRules.filter(({ published }) => published !== 'shopee-2026-04-cnpj'),
  order: {
    status: 'delivered',
    platformStatus: null,
    inReturn: false,
    deliveredOn: '2026-05-21',
    shippedAt: null,
    revenueCents: 12_000n,
    sellerVoucherCents: 0n,
    items: [{ unitPriceCents: 12_000n, quantity: 1 }],
    cancelledOn: null,
  },
  charged: ofReport(bill),
  releases: [listed(payout)],
  wallet: [],
  returns: [],
  isCovered: true,
  today: '2026-09-20',
  existing: null,
  closedMonth: false,
}
const cancelled = { ...sold.order!, status: 'cancelled', deliveredOn: null, cancelledOn: '2026-05-16' } as const
const back = (more: Parameters<typeof returned>[0] = {}) =>
  returned({ state: 'closed', refundCents: 12_000n, openedOn: '2026-05-22', isWatched: false, ...more })
const find = (facts: Partial<SettlementFacts>) => {
  const settled = settle({ ...sold, ...facts })!
  const causes = settled.causes.map(({ cause, amountCents }) => [cause, Number(amountCents)])
  const unexplained = settled.unexplainedCents === 0n ? {} : { unexplained: Number(settled.unexplainedCents) }
  return { ...Object.fromEntries(causes), ...unexplained } as Record<string, number>
}
type Case = [string, Partial<SettlementFacts>, Record<string, number>]

const kept: Bill = { ...bill, refund: -12_000 }
test.each<Case>([
  ['all of them', { charged: ofReport(kept), releases: [listed(-3680)], returns: [back()] }, { fees_kept: -3680 }],
  [
    'the service fee alone',
    { charged: ofReport({ ...kept, commission: 0 }), releases: [listed(-2240)], returns: [back()] },
    { fees_kept: -2240 },
  ],
  [
    'of a delivery that failed',
    { charged: ofReport(kept), releases: [listed(-3680)], returns: [back({ kind: 'failed_delivery' })] },
    { fees_kept: -3680 },
  ],
  [
    'none',
    { charged: ofReport({ product_revenue: 12_000, refund: -12_000 }), releases: [listed(0)], returns: [back()] },
    {},
  ],
  [
    'where the dispute was won they are due',
    {
      charged: ofReport({ ...kept, compensation: 12_000 }),
      releases: [listed(8320)],
      returns: [back({ compensationStatus: 'COMPENSATION_APPROVED', compensationCents: 12_000n })],
    },
    {},
  ],
  [
    'where a part was refunded the platform may charge the whole',
    {
      charged: ofReport({ ...bill, refund: -4000 }),
      releases: [listed(4320)],
      returns: [back({ refundCents: 4000n })],
    },
    {},
  ],
  [
    'where the refund came after the payout the statement is of a sale',
    { wallet: [moved('payout', payout), moved('adjustment', -12_000)], returns: [back()] },
    {},
  ],
])('fees kept on goods that came back: %s', (_, facts, causes) => {
  expect(find(facts)).toEqual(causes)
})

const refundRow = { charged: [...ofReport(bill), ...ofReport({ refund: -5000 }, '600900')] }
const apart = { ...refundRow, releases: [listed(payout), listed(-5000, '600900')] }
test.each<Case>([
  ['no return is known', apart, { refund_without_return: -5000 }],
  [
    'the wallet tells of it too',
    { ...apart, wallet: [moved('payout', payout), moved('adjustment', -5000)] },
    { refund_without_return: -5000 },
  ],
  ['a return accounts for it', { ...apart, returns: [back({ refundCents: 5000n })] }, {}],
  [
    'another correction came besides',
    { ...apart, wallet: [moved('payout', payout), moved('adjustment', -5000), moved('adjustment', -234)] },
    { refund_without_return: -5000, adjustment: -234 },
  ],
  [
    'a return accounts for it, and another correction does not become a refund',
    {
      ...apart,
      wallet: [moved('payout', payout), moved('adjustment', -5000), moved('adjustment', -234)],
      returns: [back({ refundCents: 5000n })],
    },
    { adjustment: -234 },
  ],
  [
    'the wallet is unknown on its day, and its earlier entries stand beside it',
    {
      ...apart,
      wallet: [moved('payout', payout), moved('adjustment', -234)],
      walletDays: { first: '2026-05-01', last: '2026-06-01' },
    },
    { refund_without_return: -5000, adjustment: -234 },
  ],
  [
    'the wallet is known of its day, and tells of another correction alone',
    {
      ...apart,
      wallet: [moved('payout', payout), moved('adjustment', -234)],
      walletDays: { first: '2026-05-01', last: '2026-07-01' },
    },
    { adjustment: -234 },
  ],
  [
    'the order’s one row names the refund: it is its payout',
    {
      charged: ofReport({ ...kept, refund: -12_000 }, '600900'),
      releases: [listed(-3680, '600900')],
      returns: [back()],
    },
    { fees_kept: -3680 },
  ],
])('a refund in a row of its own: %s', (_, facts, causes) => {
  expect(find(facts)).toEqual(causes)
})

const two = { ...sold.order!, revenueCents: 24_000n, items: [{ unitPriceCents: 12_000n, quantity: 2 }] }
test.each<Case>([
  [
    'a lower price lowers the fees',
    { charged: ofReport({ product_revenue: 11_500, commission: -1380, service: -2230 }), releases: [listed(7890)] },
    { price: -430 },
  ],
  [
    'a higher price raises them',
    { charged: ofReport({ product_revenue: 13_000, commission: -1560, service: -2260 }), releases: [listed(9180)] },
    { price: 860 },
  ],
  [
    'of two units',
    {
      order: two,
      charged: ofReport({ product_revenue: 23_000, commission: -2760, service: -4460 }),
      releases: [listed(15_780)],
    },
    { price: -860 },
  ],
  [
    'fees that do not follow from the price stay a cause',
    { charged: ofReport({ product_revenue: 11_500, commission: -1480, service: -2240 }), releases: [listed(7780)] },
    { price: -500, commission_rate: -40 },
  ],
  [
    'another version explains both fees, where the commission alone agrees too',
    { charged: ofReport({ ...bill, service: -1360 }), releases: [listed(9200)] },
    { commission_rate: 880 },
  ],
  [
    'a cancelled order paid in full was paid too much, net of its fees',
    { order: cancelled, releases: [listed(payout)] },
    { released_more: payout },
  ],
  [
    'a cancelled order that is charged fees alone',
    { order: cancelled, charged: ofReport({ ...bill, product_revenue: 0 }), releases: [listed(-3680)] },
    { fee_on_cancelled: -3680 },
  ],
  [
    'freight of a cancelled order that was paid stays a cause of its own',
    { order: cancelled, charged: ofReport({ ...bill, freight_charged: -500 }), releases: [listed(7820)] },
    { released_more: payout, freight: -500 },
  ],
])('no cause beside the cause: %s', (_, facts, causes) => {
  expect(find(facts)).toEqual(causes)
})
