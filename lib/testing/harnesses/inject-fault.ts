import type { ChargedLine, SettlementFacts } from '@/lib/money/reconciliation/settlement-facts'
import {
  bandOf,
  billOf,
  chargedBy,
  drawSale,
  factsOf,
  feesOf,
  fixedOf,
  moved,
  payoutOf,
  returned,
  type Bill,
  type Injected,
  type Random,
  type Sale,
} from './settlement-faults'

/** The expected and the paid amount of the order, as its maker knows them: apart from the rows that settling reads. */
type Ledger = { owed: number | null; paid: number }

/** Faults, what they are expected to be found as, and what stays unexplained. */
export type Case = { name: string; facts: SettlementFacts; ledger: Ledger; found: Injected[]; unexplained: number }

type Made = Ledger & { facts: SettlementFacts; found?: Injected[]; unexplained?: number }
type Fault = (random: Random) => Made

/** The platform states and pays another amount than it should. */
const billed =
  (cause: Injected['cause'] | null, change: (sale: Sale, bill: Bill, random: Random) => Bill | null): Fault =>
  (random) => {
    for (;;) {
      const sale = drawSale(random)
      const right = billOf(sale)
      const bill = change(sale, right, random)
      if (!bill) continue
      const ledger = { owed: payoutOf(right), paid: payoutOf(bill) }
      const cents = ledger.paid - ledger.owed
      const facts = withPayout(factsOf(sale, bill, random), random)
      return cause ? { facts, ...ledger, found: [{ cause, cents }] } : { facts, ...ledger, unexplained: cents }
    }
  }

/** At least one of the two tells of the payout. */
const withPayout = (facts: SettlementFacts, random: Random): SettlementFacts => {
  if (facts.releases.length + facts.wallet.length > 0) return facts
  const payout = Number(facts.charged.reduce((all, { cents }) => all + cents, 0n))
  return { ...facts, wallet: [moved('payout', payout)], releases: random.chance(0) ? facts.releases : [] }
}

const right = (random: Random) => {
  const sale = drawSale(random)
  const bill = billOf(sale)
  return { sale, bill, payout: payoutOf(bill), facts: withPayout(factsOf(sale, bill, random), random) }
}
/** Paid otherwise than the platform says, by whichever witness is there. */
const paying = (facts: SettlementFacts, cents: number): SettlementFacts => ({
  ...facts,
  releases: facts.releases.map((each) => ({ ...each, cents: BigInt(cents) })),
  wallet: facts.wallet.map((each) => ({ ...each, cents: BigInt(cents) })),
})

const extra = (kind: keyof Bill, from: number, to: number) => (_: Sale, bill: Bill, random: Random) => ({
  ...bill,
  [kind]: (bill[kind] ?? 0) - random.between(from, to),
})

const namedFees = [
  'seller_transaction_fee',
  'campaign_fee',
  'seller_order_processing_fee',
  'fbs_fee',
  'overseas_return_service_fee',
  'trade_in_bonus_by_seller',
]

const faults: Record<string, Fault> = {
  nothing: (random) => {
    const { facts, payout } = right(random)
    return { facts, owed: payout, paid: payout }
  },
  partial: (random) => {
    const { facts, payout } = right(random)
    const cents = -random.between(1, payout - 1)
    const paid = payout + cents
    return { facts: paying(facts, paid), owed: payout, paid, found: [{ cause: 'released_less', cents }] }
  },
  'more than owed': (random) => {
    const { facts, payout } = right(random)
    const cents = random.between(1, payout - 1)
    const paid = payout + cents
    return { facts: paying(facts, paid), owed: payout, paid, found: [{ cause: 'released_more', cents }] }
  },
  missing: (random) => {
    const { facts, payout } = right(random)
    const none = { ...facts, releases: [], wallet: [] }
    return { facts: none, owed: payout, paid: 0, found: [{ cause: 'late', cents: -payout }] }
  },
  'unknown there': (random) => {
    for (;;) {
      const { facts, sale, payout } = right(random)
      if (sale.affiliate > 0) continue
      const none = { ...facts, releases: [], wallet: [], charged: [], today: '2027-01-20' }
      return { facts: none, owed: payout, paid: 0, found: [{ cause: 'late', cents: -payout }] }
    }
  },
  doubled: (random) => {
    const { facts, payout } = right(random)
    const twice = { ...facts, wallet: [moved('payout', payout), moved('payout', payout)] }
    return { facts: twice, owed: payout, paid: 2 * payout, found: [{ cause: 'released_twice', cents: payout }] }
  },
  adjusted: (random) => {
    const { facts, payout } = right(random)
    const cents = random.between(1, 3000) * (random.chance(0.7) ? -1 : 1)
    const line = { kind: 'adjustment', cents: BigInt(cents), source: 'api', key: '1', name: 'logistic' } as const
    const isBooked = random.chance(0.5)
    const withLine = { ...facts, charged: [...facts.charged, line] }
    return {
      facts:
        isBooked && facts.wallet.length > 0
          ? { ...withLine, wallet: [...facts.wallet, moved('adjustment', cents)] }
          : withLine,
      owed: payout,
      paid: payout + cents,
      found: [{ cause: 'adjustment', cents }],
    }
  },
  'wrong band': billed('commission_band', (sale, bill, random) => {
    const index = random.between(0, sale.lines.length - 1)
    const own = bandOf(sale.lines[index]!.price)
    const other = own === 0 ? random.between(1, 3) : 0
    const fees = feesOf(sale, ({ price }, line) => (line === index ? other : bandOf(price)))
    return { ...bill, commission: 0 - fees.commission, service: 0 - fees.service }
  }),
  'wrong rate': billed('commission_rate', (_, bill, random) => ({
    ...bill,
    commission: Math.round((bill.commission ?? 0) * random.pick([0.93, 1.07, 1.11, 1.29])),
  })),
  'fixed fee': billed('fixed_fee', (sale, bill, random) => {
    const { price, quantity } = random.pick(sale.lines)
    const times = random.between(1, quantity)
    return { ...bill, service: (bill.service ?? 0) - times * fixedOf(sale, bandOf(price)) }
  }),
  service: billed('service', (_, bill, random) => ({
    ...bill,
    service: (bill.service ?? 0) - random.pick([7, 31, 53]),
  })),
  freight: billed('freight', extra('freight_charged', 1, 3000)),
  'refund without return': billed('refund_without_return', extra('refund', 100, 1500)),
  'reverse freight without return': billed('reverse_freight', extra('reverse_freight', 100, 3000)),
  'unexpected affiliate': billed('affiliate', (sale, bill, random) => {
    if (sale.terms.affiliates) return null
    const affiliate = random.between(100, 900)
    const isServed = random.chance(0.5)
    const service = isServed ? feesOf({ ...sale, affiliate }).service : feesOf(sale).service
    return { ...bill, affiliate: 0 - affiliate, service: 0 - service }
  }),
  protection: billed('protection', extra('protection', 49, 49)),
  'ads top-up': billed('ads_top_up', extra('ads', 10, 900)),
  vouchers: billed('vouchers', extra('seller_voucher', 10, 900)),
  'another voucher, and the fees of what it leaves': billed('vouchers', (sale, bill, random) => {
    if (sale.lines.length > 1) return null
    return { ...billOf({ ...sale, voucher: sale.voucher + random.between(10, 500) }), ads: bill.ads ?? 0 }
  }),
  'named fee': (random) => {
    const { facts, sale, payout } = right(random)
    const key = random.pick(namedFees.filter((name) => !(sale.terms.campaign && name === 'campaign_fee')))
    const cents = -random.between(1, 900)
    const kind = key === 'campaign_fee' ? 'service' : 'other'
    const line: ChargedLine = { kind, cents: BigInt(cents), source: 'api', key, name: key }
    const billedFor = paying({ ...facts, charged: [...facts.charged, line] }, payout + cents)
    return { facts: billedFor, owed: payout, paid: payout + cents, found: [{ cause: 'other_fee', cents }] }
  },
  price: billed('price', extra('product_revenue', 10, 900)),
  withheld: billed('withheld', extra('tax_withheld', 10, 900)),
  unexplained: billed(null, extra('other', 1, 900)),
  wallet: (random) => {
    const { facts, payout } = right(random)
    const cents = random.between(1, 900) * random.pick([-1, 1])
    const listed = { source: 'api', key: '', cents: BigInt(payout), at: new Date('2026-11-12T15:00:00Z') } as const
    return {
      facts: { ...facts, releases: [listed], wallet: [moved('payout', payout + cents)] },
      owed: payout,
      paid: payout + cents,
      found: [{ cause: 'wallet', cents }],
    }
  },
  'fee on cancelled': (random) => {
    const { facts } = right(random)
    const bill: Bill = { commission: -random.between(1, 900), service: -random.between(1, 900) }
    const cancelled = { ...facts.order!, status: 'cancelled', cancelledOn: '2026-11-03' } as const
    const cents = payoutOf(bill)
    const booked = paying(withPayout({ ...facts, charged: chargedBy(bill) }, random), cents)
    const results: Injected[] = [{ cause: 'fee_on_cancelled', cents }]
    return { facts: { ...booked, order: cancelled }, owed: 0, paid: cents, found: results }
  },
  'compensation missing': (random) => {
    const { facts, sale, bill } = right(random)
    const cancelled = { ...facts.order!, status: 'cancelled', cancelledOn: '2026-11-01' } as const
    const cents = random.chance(0.5) ? random.between(100, 9000) : null
    const lost = returned({
      kind: 'lost',
      state: 'open',
      receivedAt: null,
      ...(cents !== null && { compensationStatus: 'COMPENSATION_ACCEPTED', compensationCents: BigInt(cents) }),
    })
    const owed = cents ?? (bill.product_revenue ?? 0) - sale.voucher
    const lacking = { ...facts, order: cancelled, charged: [], releases: [], wallet: [], returns: [lost] }
    if (random.chance(0.3)) return { facts: { ...lacking, wallet: [moved('compensation', owed)] }, owed, paid: owed }
    return { facts: lacking, owed, paid: 0, found: [{ cause: 'compensation_missing', cents: -owed }] }
  },
  'paid but unknown': (random) => {
    const { facts, payout } = right(random)
    const homeless = { ...facts, order: null, charged: [], rule: null }
    return { facts: homeless, owed: null, paid: payout, found: [{ cause: 'unknown_here', cents: payout }] }
  },
  'early payout': (random) => {
    const { facts, payout } = right(random)
    const advance = Math.floor(payout * 0.8)
    const fee = random.between(1, 200)
    const ways = [
      [moved('early_payout', advance), moved('early_payout_rest', payout - advance)],
      [moved('early_payout', advance), moved('early_payout_fee', -fee), moved('early_payout_rest', payout - advance)],
      [moved('early_payout', advance), moved('early_payout_rest', payout - advance - fee, { feeCents: BigInt(fee) })],
      [moved('early_payout', advance), moved('payout', payout), moved('early_payout_return', -advance)],
      [moved('early_payout', advance), moved('payout', payout)],
      [moved('early_payout', advance), moved('payout', payout - advance)],
    ]
    return { facts: { ...facts, wallet: random.pick(ways) }, owed: payout, paid: payout }
  },
  'early payout, the rest to come': (random) => {
    const { facts, payout } = right(random)
    const advance = Math.floor(payout * 0.8)
    const early = { ...facts, releases: [], wallet: [moved('early_payout', advance)] }
    return { facts: { ...early, today: '2026-11-10' }, owed: payout, paid: advance }
  },
  'early payout, the rest overdue': (random) => {
    const { facts, payout } = right(random)
    const advance = Math.floor(payout * 0.8)
    const fee = random.pick([0, random.between(1, 200)])
    const wallet = [moved('early_payout', advance - fee, { feeCents: BigInt(fee) })]
    const isCovered = random.chance(0.7)
    const early = { facts: { ...facts, releases: [], wallet, isCovered }, owed: payout, paid: advance }
    return isCovered ? { ...early, found: [{ cause: 'late', cents: advance - payout }] } : early
  },
  'returned and refunded': (random) => {
    const { facts, bill, payout } = right(random)
    const cents = random.between(1, Math.min(1500, payout - 1))
    const back = returned({ refundCents: BigInt(cents) })
    if (random.chance(0.5)) {
      const taken = { ...bill, refund: -cents, reverse_freight: -random.between(0, 900) }
      const left = payoutOf(taken)
      return { facts: paying({ ...facts, charged: chargedBy(taken), returns: [back] }, left), owed: left, paid: left }
    }
    const wallet = [moved('payout', payout), moved('adjustment', -cents, { refundNumber: '1' })]
    return { facts: { ...facts, wallet, returns: [back] }, owed: payout - cents, paid: payout - cents }
  },
  'two at once': (random) => {
    const sale = drawSale(random)
    const right = billOf(sale)
    const bill = { ...right }
    const results: Injected[] = []
    for (const [kind, cause] of random.pick(pairs)) {
      const cents = -random.between(1, 900)
      bill[kind] = (bill[kind] ?? 0) + cents
      results.push({ cause, cents })
    }
    const stated = payoutOf(bill)
    // Less than the two together: faults that make up for one another to the cent leave no difference.
    const lost = payoutOf(right) - stated
    const more = random.chance(0.5) && lost > 1 ? random.between(1, lost - 1) : 0
    if (more > 0) results.push({ cause: 'released_more', cents: more })
    const facts = paying(withPayout(factsOf(sale, bill, random), random), stated + more)
    return { facts, owed: payoutOf(right), paid: stated + more, found: results }
  },
}

const pairs: readonly (readonly [keyof Bill, Injected['cause']])[][] = [
  [
    ['freight_charged', 'freight'],
    ['refund', 'refund_without_return'],
  ],
  [
    ['freight_charged', 'freight'],
    ['product_revenue', 'price'],
  ],
  [
    ['reverse_freight', 'reverse_freight'],
    ['tax_withheld', 'withheld'],
  ],
  [
    ['seller_voucher', 'vouchers'],
    ['freight_charged', 'freight'],
  ],
  [
    ['tax_withheld', 'withheld'],
    ['product_revenue', 'price'],
  ],
]

export const faultNames = Object.keys(faults)

export function drawCase(random: Random, name = random.pick(faultNames)): Case {
  const { facts, owed, paid, found = [], unexplained = 0 } = faults[name]!(random)
  const size = ({ cents }: Injected) => Math.abs(cents)
  const byText = (a: Injected, b: Injected) => (a.cause < b.cause ? -1 : 1)
  const largestFirst = found.toSorted((a, b) => size(b) - size(a) || byText(a, b))
  return { name, facts, ledger: { owed, paid }, found: largestFirst, unexplained }
}
