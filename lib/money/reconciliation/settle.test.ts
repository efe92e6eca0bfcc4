import fc from 'fast-check'
import { defaultTerms } from '../fees/terms'
import { drawCase, faultNames, type Case } from '@/lib/testing/harnesses/inject-fault'
import {
  chargedBy,
  moved,
  randomFrom,
  returned,
  ruleOf,
  testRules,
  type Bill,
} from '@/lib/testing/harnesses/settlement-faults'
import { settle } from './settle'
import type { Settled, SettlementFacts } from './settlement-facts'
import { drawsOf, isFullProfile } from '@/lib/testing/harnesses/report-figures'

const seed = Number(process.env.SETTLEMENT_SEED ?? 20_261_122)
const count = isFullProfile ? 10_000 : 2_000
const drawAll = () => {
  const random = randomFrom(seed)
  return Array.from({ length: count }, (_, index) => drawCase(random, faultNames[index % faultNames.length]))
}

const isOpen = ({ state }: Settled) => state === 'partly_released' || state === 'to_release'
const outcome = ({ name, found, unexplained }: Case, settled: Settled | null) => ({
  name,
  wanted: [...found.map(({ cause, cents }) => `${cause} ${cents}`), `unexplained ${unexplained}`],
  found: [
    ...(settled?.causes ?? []).map(({ cause, amountCents }) => `${cause} ${amountCents}`),
    `unexplained ${settled?.unexplainedCents}`,
  ],
})

describe(`${count} settlements with known faults (seed ${seed})`, () => {
  const cases = drawAll()
  const settled = cases.map(({ facts }) => settle(facts)!)

  test('every cause is found with its amount, and no other', () => {
    const outcomes = cases.map((each, index) => outcome(each, settled[index]!))
    expect(outcomes.filter(({ wanted, found }) => wanted.join() !== found.join()).slice(0, 10)).toEqual([])
  })

  test('every cent is matched, explained or unexplained: together they are what the ledger says was owed and paid', () => {
    const off = cases.filter(({ ledger }, index) => {
      const { expectedCents, releasedCents, adjustedCents } = settled[index]!
      const isOwed = ledger.owed === null ? expectedCents === null : expectedCents === BigInt(ledger.owed)
      return !isOwed || (releasedCents ?? 0n) + adjustedCents !== BigInt(ledger.paid)
    })
    expect(off.slice(0, 10)).toEqual([])
    const closed = cases.flatMap(({ ledger }, index) =>
      isOpen(settled[index]!) ? [] : [{ ledger, ...settled[index]! }],
    )
    const of = (pick: (each: Settled) => bigint) => closed.reduce((all, each) => all + pick(each), 0n)
    const [paid, owed] = closed.reduce(([p, o], { ledger }) => [p + ledger.paid, o + (ledger.owed ?? 0)], [0, 0])
    expect(of((each) => each.explainedCents) + of((each) => each.unexplainedCents)).toBe(BigInt(paid - owed))
    const injected = cases.reduce(
      (all, { found, unexplained }) => all + found.reduce((some, { cents }) => some + cents, unexplained),
      0,
    )
    expect(settled.reduce((all, { differenceCents }) => all + differenceCents, 0n)).toBe(BigInt(injected))
  })

  test('an early payout is never a shortage, what no list knows is unknown there, and settling again finds the same', () => {
    const statesOf = (start: string) =>
      new Set(settled.flatMap(({ state }, index) => (cases[index]!.name.startsWith(start) ? [state] : [])))
    expect(statesOf('early payout')).toEqual(new Set(['reconciled', 'partly_released', 'late']))
    expect(statesOf('unknown there')).toEqual(new Set(['unknown_there']))
    const again = cases.map(({ facts }, index) => settle({ ...facts, existing: settled[index]! }))
    const differing = again.filter((each, index) => {
      const [{ state: now, ...rest }, { state: before, ...was }] = [each!, settled[index]!]
      return now !== before || JSON.stringify(rest, asText) !== JSON.stringify(was, asText)
    })
    expect(differing).toEqual([])
  })

  test('a rule that is not confirmed says so of every cause that follows from it', () => {
    const byRule = [
      'commission_band',
      'commission_rate',
      'fixed_fee',
      'service',
      'protection',
      'ads_top_up',
      'other_fee',
    ]
    const unruled = cases.map(({ name, facts }) => ({
      name,
      causes: settle({ ...facts, ruleConfirmed: false })?.causes ?? [],
    }))
    const causes = unruled.flatMap((one) => one.causes)
    const unconfirmed = causes.filter(({ isUnconfirmed }) => isUnconfirmed).map(({ cause }) => cause)
    // Late only by the rule: the platform has stated nothing about orders that it does not know.
    expect(new Set(unconfirmed)).toEqual(new Set([...byRule, 'affiliate', 'late']))
    const late = (start: string) => unruled.flatMap((one) => (one.name.startsWith(start) ? one.causes : []))
    expect(late('unknown there').filter(({ isUnconfirmed }) => !isUnconfirmed)).toEqual([])
    expect(late('missing').filter(({ isUnconfirmed }) => isUnconfirmed)).toEqual([])
    expect(causes.filter(({ cause, isUnconfirmed }) => byRule.includes(cause) && !isUnconfirmed)).toEqual([])
  })
})

const asText = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)

/** The two real orders of facts.md, terms and payout as they were. */
const real = [
  {
    item: { unitPriceCents: 393_00n, quantity: 1 },
    voucher: 197n,
    terms: { ...defaultTerms, protection: true, adsTopUpRate: 20_000n },
    bill: {
      product_revenue: 39300,
      seller_voucher: -197,
      commission: -4692,
      service: -3382,
      protection: -49,
      ads: -782,
      freight_paid: 7259,
      freight_charged: -11259,
      freight_rebate: 4000,
    } as Bill,
    payout: 30198n,
  },
  {
    item: { unitPriceCents: 49_90n, quantity: 1 },
    voucher: 0n,
    terms: defaultTerms,
    bill: {
      product_revenue: 4990,
      commission: -898,
      service: -500,
      freight_paid: 630,
      freight_charged: -2630,
      freight_rebate: 2000,
    } as Bill,
    payout: 3592n,
  },
]
const factsOfReal = ({ item, voucher, terms, bill, payout }: (typeof real)[number]): SettlementFacts => ({
  code: '1',
  day: '2026-08-31',
  terms,
  rule: ruleOf('cnpj'),
  ruleConfirmed: true,
  otherRules: testRules,
  order: {
    status: 'delivered',
    platformStatus: 'COMPLETED',
    inReturn: false,
    deliveredOn: '2026-09-04',
    revenueCents: item.unitPriceCents,
    sellerVoucherCents: voucher,
    items: [item],
    shippedAt: null,
    cancelledOn: null,
  },
  charged: chargedBy(bill),
  releases: [{ source: 'api', key: '', cents: payout, at: new Date('2026-09-12T12:00:00Z') }],
  wallet: [],
  returns: [],
  isCovered: true,
  today: '2026-09-30',
  existing: null,
  closedMonth: false,
})

test.each(real)('a real order is expected to bring what it brought, to the cent', (order) => {
  const settled = settle(factsOfReal(order))
  expect(settled).toMatchObject({ state: 'reconciled', expectedCents: order.payout, differenceCents: 0n, causes: [] })
})

const [first] = real
const facts = factsOfReal(first!)
const unpaid = { ...facts, releases: [], charged: [] }

test.each<[string, SettlementFacts, Partial<Settled> | null]>([
  ['is not due: nothing differs', { ...unpaid, today: '2026-09-14' }, { state: 'to_release', differenceCents: 0n }],
  ['is past due', { ...unpaid, today: '2026-09-15' }, { state: 'late', differenceCents: -30198n, dueOn: '2026-09-14' }],
  [
    'had an advance alone and is past due, where a list would say so: the rest is late',
    { ...unpaid, wallet: [moved('early_payout', 24158)] },
    { state: 'late', differenceCents: -6040n, explainedCents: -6040n },
  ],
  [
    'had an advance alone and is past due, without known later payouts',
    { ...unpaid, wallet: [moved('early_payout', 24158)], isCovered: false },
    { state: 'partly_released', differenceCents: 0n },
  ],
  [
    'had an advance, and the list says that all was paid',
    { ...facts, wallet: [moved('early_payout', 24158)] },
    { state: 'reconciled', releasedCents: 30198n },
  ],
  ['is past due, but no list would say it was paid', { ...unpaid, isCovered: false }, { state: 'to_release' }],
  [
    'is asked back: its payout waits',
    { ...unpaid, order: { ...facts.order!, inReturn: true } },
    { state: 'to_release' },
  ],
  ['is long past due and the platform never listed it', { ...unpaid, today: '2026-11-01' }, { state: 'unknown_there' }],
  ['was cancelled and moved no money', { ...unpaid, order: { ...facts.order!, status: 'cancelled' } }, null],
  ['is not paid for', { ...unpaid, order: { ...facts.order!, status: 'pending' } }, null],
  ['has no rule: paid as the platform says', { ...facts, rule: null }, { state: 'released', ruleId: null }],
  [
    'has no rule and no account: expected is unknown',
    { ...facts, rule: null, charged: [] },
    { state: 'released', expectedCents: null, differenceCents: 0n },
  ],
  [
    'brought less, and only a rule says so: that is no explanation',
    { ...facts, charged: [], releases: [{ ...facts.releases[0]!, cents: 30_000n }] },
    { state: 'underpaid', explainedCents: 0n, unexplainedCents: -198n },
  ],
  [
    'was settled and then corrected: it is open again',
    { ...facts, wallet: [moved('payout', 30198), moved('adjustment', -500)] },
    { state: 'reopened', differenceCents: -500n },
  ],
  [
    'is in the list and in the report: it counts once',
    { ...facts, releases: [...facts.releases, { ...facts.releases[0]!, source: 'file' }] },
    { state: 'reconciled', releasedCents: 30198n },
  ],
  [
    'came back whole: nothing is owed and nothing was kept',
    {
      ...facts,
      returns: [returned({ refundCents: 39300n })],
      charged: chargedBy({ product_revenue: 39300, refund: -39300 }),
      releases: [],
    },
    { state: 'reconciled', expectedCents: 0n },
  ],
])('an order that %s', (_, given, wanted) => {
  const settled = settle(given)
  if (wanted === null) expect(settled).toBeNull()
  else expect(settled).toMatchObject(wanted)
})

const anyCents = fc.integer({ min: -50_000, max: 50_000 })
const anyKind = fc.constantFrom(
  ...([
    'payout',
    'early_payout',
    'early_payout_rest',
    'early_payout_return',
    'adjustment',
    'affiliate',
    'compensation',
  ] as const),
)
const anyFacts = fc
  .record({
    bill: fc.dictionary(
      fc.constantFrom(
        'product_revenue',
        'commission',
        'service',
        'affiliate',
        'refund',
        'reverse_freight',
        'other',
        'adjustment',
      ),
      anyCents,
    ),
    source: fc.constantFrom('api' as const, 'income' as const, 'export' as const),
    release: fc.option(anyCents),
    wallet: fc.array(fc.record({ kind: anyKind, cents: anyCents }), { maxLength: 4 }),
    returned: fc.option(
      fc.record({ refund: fc.nat(50_000), state: fc.constantFrom('open' as const, 'received' as const) }),
    ),
    status: fc.constantFrom('delivered' as const, 'cancelled' as const, 'shipped' as const),
    hasOrder: fc.boolean(),
    hasRule: fc.boolean(),
    isCovered: fc.boolean(),
    affiliates: fc.boolean(),
    today: fc.constantFrom('2026-09-10', '2026-09-30', '2026-12-01'),
  })
  .map((drawn): SettlementFacts => ({
    ...facts,
    order: drawn.hasOrder ? { ...facts.order!, status: drawn.status, cancelledOn: '2026-09-04' } : null,
    rule: drawn.hasRule ? facts.rule : null,
    terms: { ...first!.terms, affiliates: drawn.affiliates },
    charged: chargedBy(drawn.bill as Bill).map((line) => ({ ...line, source: drawn.source })),
    releases: drawn.release === null ? [] : [{ ...facts.releases[0]!, cents: BigInt(drawn.release) }],
    wallet: drawn.wallet.map(({ kind, cents }) => moved(kind, cents)),
    returns: drawn.returned
      ? [returned({ refundCents: BigInt(drawn.returned.refund), state: drawn.returned.state })]
      : [],
    isCovered: drawn.isCovered,
    today: drawn.today,
  }))

test('whatever is known: explained and unexplained are the difference, and that is what was paid less what was owed', () => {
  fc.assert(
    fc.property(anyFacts, (given) => {
      const settled = settle(given)
      if (!settled) return
      const { state, causes, differenceCents, explainedCents, unexplainedCents, expectedCents } = settled
      expect(explainedCents + unexplainedCents).toBe(differenceCents)
      expect(causes.reduce((all, { amountCents }) => all + amountCents, 0n)).toBe(explainedCents)
      expect(new Set(causes.map(({ cause }) => cause)).size).toBe(causes.length)
      if (expectedCents === null || state === 'to_release' || state === 'partly_released') return
      expect((settled.releasedCents ?? 0n) + settled.adjustedCents - expectedCents).toBe(differenceCents)
    }),
    { ...drawsOf(800, 3000), seed },
  )
})
