import { defaultTerms } from '../fees/terms'
import { testRules, chargedBy, type Bill } from '@/lib/testing/harnesses/settlement-faults'
import { settle } from './settle'
import type { SettlementFacts } from './settlement-facts'

const october = testRules.find(({ published }) => published === 'shopee-2026-10-cnpj')!
const facts = (priceCents: number, bill: Bill, more: Partial<SettlementFacts> = {}): SettlementFacts => ({
  code: '2610082QFT1WTB',
  day: '2026-10-08',
  terms: defaultTerms,
  rule: october,
  ruleConfirmed: true,
  order: {
    status: 'delivered',
    platformStatus: 'COMPLETED',
    inReturn: false,
    deliveredOn: '2026-10-12',
    revenueCents: BigInt(priceCents),
    sellerVoucherCents: 0n,
    shippedAt: null,
    cancelledOn: null,
    items: [{ unitPriceCents: BigInt(priceCents), quantity: 1 }],
  },
  charged: chargedBy({ product_revenue: priceCents, ...bill }),
  releases: [
    {
      source: 'api',
      key: '',
      at: new Date('2026-10-20T12:00:00Z'),
      cents: BigInt(Object.values({ product_revenue: priceCents, ...bill }).reduce((all, cents) => all + cents, 0)),
    },
  ],
  wallet: [],
  returns: [],
  isCovered: true,
  today: '2026-10-30',
  existing: null,
  closedMonth: false,
  otherRules: testRules.filter(({ id }) => id !== october.id),
  ...more,
})
const causesOf = (of: SettlementFacts) =>
  settle(of)!.causes.map(({ cause, amountCents, facts: said }) => [cause, amountCents, said.part])

test('the measured order of 8 October is expected line by line', () => {
  const bill = { commission: -511, service: -488, ads: -55 }
  const settled = settle(facts(2749, bill, { terms: { ...defaultTerms, adsTopUpRate: 20_000n } }))!
  expect(settled).toMatchObject({ state: 'reconciled', expectedCents: 1695n, differenceCents: 0n, causes: [] })
  const lines = settled.lines.filter(({ chargedCents }) => chargedCents !== 0n && chargedCents !== null)
  expect(lines.map(({ kind, expectedCents, chargedCents }) => [kind, expectedCents, chargedCents])).toEqual([
    ['product_revenue', 2749n, 2749n],
    ['commission', -511n, -511n],
    ['service', -488n, -488n],
    ['ads', -55n, -55n],
  ])
})

test('an order of October that was charged by the rule of September says so, as one cause', () => {
  expect(causesOf(facts(2749, { commission: -495, service: -455 }))).toEqual([['commission_rate', 49n, undefined]])
})

test('the charge for a bulky item is named as one', () => {
  expect(causesOf(facts(2749, { commission: -511, service: -5488 }))).toEqual([['service', -5000n, 'bulky']])
})

test('a shop that sells bulky items is expected to pay for them, and a parcel below the measures is right without', () => {
  const terms = { ...defaultTerms, bulky: true }
  const settled = settle(facts(2749, { commission: -511, service: -5488 }, { terms }))!
  expect(settled).toMatchObject({ state: 'reconciled', causes: [] })
  expect(settled.lines.find(({ kind }) => kind === 'service')).toMatchObject({ expectedCents: -5488n })
  expect(causesOf(facts(2749, { commission: -511, service: -488 }, { terms }))).toEqual([])
  expect(causesOf(facts(2749, { commission: -511, service: -10_488 }, { terms }))).toEqual([
    ['service', -5000n, undefined],
  ])
})

test('without an answer whether the shop is in campaigns, an order that pays one and an order that pays none are both right', () => {
  const open = { assumed: { ...defaultTerms, campaign: true }, terms: null, isCampaignOpen: true }
  // 3.5 % of 27.49 are 0.96.
  expect(causesOf(facts(2749, { commission: -511, service: -584 }, open))).toEqual([])
  expect(causesOf(facts(2749, { commission: -511, service: -488 }, open))).toEqual([])
  expect(causesOf(facts(2749, { commission: -511, service: -584 }))).toEqual([['service', -96n, 'campaign']])
})

test('the fee for easy returns is right on the first orders of a shop at its published amount, and on no others', () => {
  const bill = { commission: -511, service: -488, protection: -49 }
  const first = { assumed: defaultTerms, terms: null, isProtectionOpen: true }
  expect(settle(facts(2749, bill, first))).toMatchObject({ state: 'reconciled', differenceCents: 0n, causes: [] })
  expect(causesOf(facts(2749, { commission: -511, service: -488 }, first))).toEqual([])
  expect(causesOf(facts(2749, { ...bill, protection: -98 }, first))).toEqual([['protection', -49n, undefined]])
  expect(causesOf(facts(2749, bill))).toEqual([['protection', -49n, undefined]])
})

describe('a seller with their own logistics bears a part of the buyer’s freight voucher, at most R$10', () => {
  // For R$100: 12.6 % commission; 1.4 % and R$20 in the service fee.
  const charged = (more: number, isOwnLogistics = true, commission = -1260) => {
    const of = facts(10_000, { commission, service: -2140 - more })
    return { ...of, order: { ...of.order!, isOwnLogistics } }
  }

  test.each([1, 499, 1000])('%i cents more in the service fee are no difference', (more) => {
    const settled = settle(charged(more))!
    expect(settled).toMatchObject({ state: 'reconciled', differenceCents: 0n, causes: [] })
    expect(settled.lines.find(({ kind }) => kind === 'service')).toMatchObject({ expectedCents: BigInt(-2140 - more) })
  })
  test.each([
    ['more than the cap', charged(1001), -1001n],
    ['another carrier’s parcel', charged(499, false), -499n],
    ['a commission that is wrong too', charged(499, true, -1261), -500n],
    ['the amount of a campaign that the shop is not in', charged(350), -350n],
    ['less than the rule', charged(-100), 100n],
  ])('%s is one', (_, of, differenceCents) => {
    expect(settle(of)).toMatchObject({ differenceCents })
  })
})
