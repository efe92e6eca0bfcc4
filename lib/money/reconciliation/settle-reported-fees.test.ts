import { feesOfReports, type ReportedFee } from '../fees/reported-fees'
import { defaultTerms, type TermsOfDay } from '../fees/terms'
import { chargedBy, ruleOf, testRules, type Bill } from '@/lib/testing/harnesses/settlement-faults'
import { settle } from './settle'
import type { SettlementFacts } from './settlement-facts'

const rule = ruleOf('cnpj')
const affiliates = (amountCents: bigint, state = 'Deduzido'): ReportedFee => ({
  report: 'affiliates',
  key: 'a/commission',
  amountCents,
  state,
})
const part = (key: string, amountCents: bigint): ReportedFee => ({
  report: 'service_fees',
  key,
  amountCents,
  state: null,
})

type Payout = { bill?: Bill | null; paid?: bigint | null; terms?: Partial<TermsOfDay>; wallet?: bigint }

/** One unit of 49.90 under the rule of March, 20 % with R$4: 8.98 commission and 5.00 service; 35.92 left. */
function settled(fees: ReportedFee[], { bill = null, paid = null, terms, wallet }: Payout) {
  const charged = bill && chargedBy({ product_revenue: 4990, commission: -898, service: -500, ...bill })
  const facts: SettlementFacts = {
    code: '2608TEST',
    day: '2026-08-06',
    terms: { ...defaultTerms, ...terms },
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
    charged: charged ?? [],
    reported: fees.length > 0 ? feesOfReports(fees) : undefined,
    releases: paid === null ? [] : [{ source: 'file', key: '', cents: paid, at: new Date('2026-08-12T12:00:00Z') }],
    wallet:
      wallet === undefined
        ? []
        : [
            {
              kind: 'affiliate',
              cents: wallet,
              feeCents: 0n,
              at: new Date('2026-08-15T12:00:00Z'),
              refundNumber: null,
            },
          ],
    returns: [],
    isCovered: false,
    today: '2026-09-30',
    existing: null,
    closedMonth: false,
  }
  const found = settle(facts)!
  expect(found.differenceCents).toBe(found.explainedCents + found.unexplainedCents)
  return found
}
const causesOf = ({ causes }: ReturnType<typeof settled>) =>
  causes.map(({ cause, amountCents }) => [cause, amountCents])

test('before a payout is stated, what the affiliates’ report has of the order is not to come', () => {
  const expected = (fees: ReportedFee[]) => settled(fees, {}).expectedCents
  expect(expected([])).toBe(3592n)
  expect(expected([affiliates(250n, 'Pendente')])).toBe(3342n)
  expect(expected([affiliates(250n, 'Cancelado')])).toBe(3592n)
})

test('an affiliates’ charge is right as far as their report has it, whatever the shop’s terms are; what is beyond it is a cause', () => {
  // 14 % of the commission is the service fee's own part, in both kinds of shops.
  for (const takesPart of [false, true]) {
    const charged = (cents: number, fees: ReportedFee[]) => {
      const service = 500 + Math.round(cents * 0.14)
      const bill = { affiliate: -cents, service: -service }
      return settled(fees, { bill, paid: BigInt(4990 - 898 - service - cents), terms: { affiliates: takesPart } })
    }
    expect(charged(250, [affiliates(250n)]).state).toBe('reconciled')
    expect(causesOf(charged(400, [affiliates(250n)]))).toEqual([['affiliate', -150n]])
    // One called off since then proves nothing against what was charged before.
    expect(charged(250, [affiliates(250n, 'Reembolsado')]).state).toBe('reconciled')
  }
  const [cause] = settled([affiliates(250n)], { bill: { affiliate: -400 }, paid: 3192n }).causes
  expect(cause!.facts).toMatchObject({ charged: '-400', reported: '250' })
})

test('a charge of the wallet for affiliates after the payout is right up to the report, and is never expected twice', () => {
  const later = (wallet: bigint) => settled([affiliates(250n)], { bill: {}, paid: 3592n, wallet })
  expect(later(-250n)).toMatchObject({ state: 'reconciled', expectedCents: 3342n })
  expect(causesOf(later(-400n))).toEqual([['affiliate', -150n]])
})

test('a payout without a statement is right with the affiliates’ charge taken off it and without', () => {
  expect(settled([affiliates(250n)], { paid: 3342n }).state).toBe('reconciled')
  expect(settled([affiliates(250n)], { paid: 3592n }).state).toBe('reconciled')
})

test('the parts of a service fee say which of them is wrong', () => {
  const charged = (cents: number, fees: ReportedFee[]) =>
    settled(fees, { bill: { service: -cents }, paid: BigInt(3592 + 500 - cents) }).causes[0]
  // 1.23 more: no multiple of a fixed part, so that only the report tells it from a rate.
  expect(charged(623, [])).toMatchObject({ cause: 'service' })
  expect(charged(623, [part('transaction_fee', -100n), part('fee_per_item', -523n)])).toMatchObject({
    cause: 'fixed_fee',
    amountCents: -123n,
    facts: { expectedFixed: '400', chargedFixed: '523' },
  })
  // 4.00 more looks like a second fixed part; the report says that it is none.
  expect(charged(900, [])).toMatchObject({ cause: 'fixed_fee' })
  expect(charged(900, [part('transaction_fee', -500n), part('fee_per_item', -400n)])).toMatchObject({
    cause: 'service',
  })
})
