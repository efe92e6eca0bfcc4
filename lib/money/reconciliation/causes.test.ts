import { defaultTerms } from '../fees/terms'
import { ruleOf, testRules } from '@/lib/testing/harnesses/settlement-faults'
import { asCauses, paidParts } from './causes'
import type { OrderFacts, Part, SettlementFacts } from './settlement-facts'

const order: OrderFacts = {
  status: 'delivered',
  platformStatus: 'COMPLETED',
  inReturn: false,
  deliveredOn: '2026-11-05',
  shippedAt: null,
  revenueCents: 5000n,
  sellerVoucherCents: 0n,
  items: [{ unitPriceCents: 5000n, quantity: 1 }],
  cancelledOn: null,
}
const facts = {
  code: '1',
  day: '2026-11-01',
  terms: defaultTerms,
  rule: ruleOf('cnpj'),
  ruleConfirmed: true,
  otherRules: testRules,
  order,
  charged: [],
  releases: [],
  wallet: [],
  returns: [],
  isCovered: true,
  existing: null,
  closedMonth: false,
  today: '2026-11-30',
} satisfies SettlementFacts & { order: OrderFacts }
const part = (cause: Part['cause'], cents: bigint, isByRule = false): Part => ({ cause, cents, facts: {}, isByRule })
const unconfirmedOf = (parts: Part[], more: Partial<SettlementFacts> = {}) =>
  asCauses(parts, { ...facts, ...more }).map(({ cause, isUnconfirmed }) => [cause, isUnconfirmed])

test('parts of one cause are one, the largest first; those that cancel out are none', () => {
  const parts = [part('price', -10n), part('late', -300n), part('price', -40n), part('wallet', 5n), part('wallet', -5n)]
  expect(asCauses(parts, facts)).toMatchObject([
    { cause: 'late', amountCents: -300n },
    { cause: 'price', amountCents: -50n },
  ])
})

test('a cause is unconfirmed once one of its parts is, whichever comes last', () => {
  const parts = [part('late', -300n, true), part('late', -10n)]
  for (const some of [parts, parts.toReversed()])
    expect(unconfirmedOf(some, { ruleConfirmed: false })).toEqual([['late', true]])
  expect(unconfirmedOf(parts)).toEqual([['late', false]])
})

test('without an answer about the shop’s programmes, what hangs on them is unconfirmed, and the bands’ fees are not', () => {
  const parts = [part('affiliate', -3n), part('protection', -2n), part('commission_band', -1n)]
  expect(unconfirmedOf(parts, { terms: null })).toEqual([
    ['affiliate', true],
    ['protection', true],
    ['commission_band', false],
  ])
  expect(unconfirmedOf(parts).map(([, isUnconfirmed]) => isUnconfirmed)).toEqual([false, false, false])
})

test('a payout that stands in the wallet again was paid twice; an amount that no two equal ones make is more than was owed', () => {
  const expectation = { statedCents: 1000n, isWhole: true, expectedCents: 1000n, owedCorrectionCents: 0n }
  const causeOf = (releasedCents: bigint, isRepeated: boolean) =>
    paidParts(facts, expectation as Parameters<typeof paidParts>[1], {
      releasedCents,
      listedCents: null,
      adjustedCents: 0n,
      affiliateCents: 0n,
      addedCents: 0n,
      takenCents: 0n,
      refundedApartCents: 0n,
      at: null,
      isFromWallet: true,
      isAdvanceOnly: false,
      isRepeated,
    }).map(({ cause, cents }) => [cause, cents])
  expect(causeOf(2000n, false)).toEqual([['released_twice', 1000n]])
  expect(causeOf(1500n, true)).toEqual([['released_twice', 500n]])
  expect(causeOf(1501n, true)).toEqual([['released_more', 501n]])
  expect(causeOf(1500n, false)).toEqual([['released_more', 500n]])
})
