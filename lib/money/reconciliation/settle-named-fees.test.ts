import { defaultTerms, type TermsOfDay } from '../fees/terms'
import { escrowDetail } from '@/lib/shopee/payment-schemas'
import { read } from '@/lib/shopee/reading'
import { reshapeEscrow } from '@/lib/shopee/reshape-payment'
import { escrowMoney } from '@/lib/connect/sync/inbound/escrow-lines'
import { brazilianEscrows } from '@/lib/testing/samples/shopee-samples'
import { ruleOf, testRules } from '@/lib/testing/harnesses/settlement-faults'
import { settle } from './settle'
import type { SettlementFacts } from './settlement-facts'

type Amounts = Record<string, number>
const [sample] = brazilianEscrows[1]

/** The real order of 49.90, paid out as its escrow says with these fees added to it: 35.92 without them. */
function settled(fees: Amounts, more: Partial<TermsOfDay> = {}) {
  const total = Object.entries(fees).reduce((sum, [name, fee]) => sum + Math.round(fee * 100) * sign(name), 0)
  const payload = {
    ...sample,
    order_income: { ...sample.order_income, ...fees, escrow_amount: (3592 - total) / 100 },
  }
  const escrow = read('escrow', escrowDetail, payload, reshapeEscrow).data
  expect(escrow.formulaCents).toBe(escrow.escrowCents)
  const rule = ruleOf('cnpj')
  const facts: SettlementFacts = {
    code: escrow.orderSn,
    day: '2026-08-06',
    terms: { ...defaultTerms, ...more },
    rule,
    ruleConfirmed: true,
    otherRules: testRules.filter(({ id }) => id !== rule.id),
    order: {
      status: 'delivered',
      platformStatus: 'COMPLETED',
      inReturn: false,
      shippedAt: null,
      cancelledOn: null,
      revenueCents: 4990n,
      sellerVoucherCents: 0n,
      items: [{ unitPriceCents: 4990n, quantity: 1 }],
      deliveredOn: '2026-08-10',
    },
    charged: escrowMoney(escrow).lines.map(({ kind, key, amount, name }) => {
      return { kind, key, cents: amount, name, source: 'api' }
    }),
    releases: [{ source: 'api', key: '', cents: escrow.escrowCents!, at: new Date('2026-08-12T12:00:00Z') }],
    wallet: [],
    returns: [],
    isCovered: true,
    today: '2026-09-30',
    existing: null,
    closedMonth: false,
  }
  return settle(facts)!
}
const sign = (name: string) => (name === 'buyer_paid_packaging_fee' ? -1 : 1)

test.each([
  ['seller_transaction_fee', 'transaction'],
  ['campaign_fee', 'campaign'],
  ['seller_order_processing_fee', 'processing'],
  ['fbs_fee', 'fulfilment'],
  ['overseas_return_service_fee', 'return_service'],
  ['trade_in_bonus_by_seller', 'trade_in'],
] as const)('%s stands on a line of its own under its name', (name, line) => {
  const result = settled({ [name]: 1.23 })
  expect(result).toMatchObject({
    state: 'underpaid',
    differenceCents: -123n,
    explainedCents: -123n,
    unexplainedCents: 0n,
  })
  expect(result.causes).toEqual([
    {
      cause: 'other_fee',
      amountCents: -123n,
      isUnconfirmed: false,
      facts: { fee: line, charged: '-123', expected: '0' },
    },
  ])
  expect(result.lines.filter(({ kind }) => kind === line)).toEqual([
    { kind: line, expectedCents: 0n, chargedCents: -123n, cause: 'other_fee' },
  ])
  expect(result.lines.some(({ kind }) => kind === 'other')).toBe(false)
})

test('several are one cause of them all, each on its line', () => {
  const result = settled({ seller_transaction_fee: 1, fbs_fee: 2.5 })
  expect(result.causes).toMatchObject([
    { cause: 'other_fee', amountCents: -350n, facts: { fee: 'several', charged: '-350', expected: '0' } },
  ])
  expect(result.unexplainedCents).toBe(0n)
  expect(result.lines.filter(({ cause }) => cause === 'other_fee').map(({ kind }) => kind)).toEqual([
    'transaction',
    'fulfilment',
  ])
})

test('packaging that the buyer pays is the seller’s, and no difference', () => {
  expect(settled({ buyer_paid_packaging_fee: 0.7 })).toMatchObject({
    state: 'reconciled',
    differenceCents: 0n,
    expectedCents: 3662n,
  })
})

test('a campaign’s fee of a shop that takes part is the campaign’s part of the service fee', () => {
  // 3.5 % of 49.90, half up.
  expect(settled({ campaign_fee: 1.75 }, { campaign: true })).toMatchObject({
    state: 'reconciled',
    differenceCents: 0n,
  })
})
