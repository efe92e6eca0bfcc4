import { brazilFeeHistory } from '@/lib/money/fees/brazil'
import type { FeeRule } from '@/lib/money/fees/schema'
import type { TermsOfDay } from '@/lib/money/fees/terms'
import type { DiscrepancyCause, MoneyKind } from '@/lib/generated/prisma/enums'
import type { ChargedLine, ReturnFact, SettlementFacts, WalletFact } from '@/lib/money/reconciliation/settlement-facts'

/** The rules as a company gets them. */
export const testRules: FeeRule[] = brazilFeeHistory.map((terms, index) => ({
  ...terms,
  id: `rule-${index}`,
  confirmedBy: 1,
  version: 1,
}))
/** The rule of August 2026, when the hand-made orders were charged. */
export const ruleOf = (sellerType: 'cnpj' | 'cpf'): FeeRule => ruleCalled(`shopee-2026-04-${sellerType}`)
/** The rule of November 2026, when the drawn ones are charged. */
const ruleSince = (sellerType: 'cnpj' | 'cpf'): FeeRule => ruleCalled(`shopee-2026-10-${sellerType}`)
const ruleCalled = (key: string) => testRules.find(({ published }) => published === key)!

export const randomFrom = (seed: number) => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(values: readonly T[]): T => values[between(0, values.length - 1)]!
  return { next, between, pick, chance: (of: number) => next() < of }
}
export type Random = ReturnType<typeof randomFrom>

// Worked out apart from lib/money/fees: from the table of domain.md, in whole cents.
const table = [
  { from: 0, commission: 186, fixed: 450 },
  { from: 8000, commission: 126, fixed: 1600 },
  { from: 10_000, commission: 126, fixed: 2000 },
  { from: 20_000, commission: 126, fixed: 2600 },
]
export const bandOf = (price: number) => table.findLastIndex(({ from }) => from <= price)
/** In thousandths, half a cent up. */
const share = (cents: number, rate: number) => Math.floor((cents * rate + 500) / 1000)

export type Line = { price: number; quantity: number }
export type Bill = Partial<Record<MoneyKind, number>>
export type Sale = {
  seller: 'cnpj' | 'cpf'
  lines: Line[]
  voucher: number
  terms: TermsOfDay
  affiliate: number
  freight: { paid: number; rebate: number }
}

/** The fixed part of a unit: individuals with many orders pay three reais more. */
export const fixedOf = ({ terms }: Sale, band: number): number => table[band]!.fixed + (terms.highVolume ? 300 : 0)

const lineBase = ({ lines, voucher }: Sale, index: number) => {
  const { price, quantity } = lines[index]!
  // Only orders of one line have a voucher here: how it is split is shown elsewhere.
  return price * quantity - (lines.length === 1 ? voucher : 0)
}

/** The fees of a sale with each line in a band of its own choice, or its own. */
export function feesOf(sale: Sale, bandAt: (line: Line, index: number) => number = ({ price }) => bandOf(price)) {
  const charged = sale.lines.map((line, index) => {
    const at = bandAt(line, index)
    const base = lineBase(sale, index)
    return {
      commission: share(base, table[at]!.commission),
      service: share(base, 14) + fixedOf(sale, at) * line.quantity + (sale.terms.campaign ? share(base, 35) : 0),
    }
  })
  const sum = (of: 'commission' | 'service') => charged.reduce((all, each) => all + each[of], 0)
  return { commission: sum('commission'), service: sum('service') + share(sale.affiliate, 140) }
}

export function billOf(sale: Sale): Bill {
  const goods = sale.lines.reduce((all, { price, quantity }) => all + price * quantity, 0)
  const { commission, service } = feesOf(sale)
  const { paid, rebate } = sale.freight
  return {
    product_revenue: goods,
    seller_voucher: 0 - sale.voucher,
    commission: 0 - commission,
    service: 0 - service,
    affiliate: 0 - sale.affiliate,
    protection: sale.terms.protection ? -49 : 0,
    ads: 0 - share(goods - sale.voucher, Number(sale.terms.adsTopUpRate) / 1000),
    freight_paid: paid,
    freight_rebate: rebate,
    freight_charged: 0 - paid - rebate,
  }
}

const prices = [7999, 8000, 9999, 10_000, 19_999, 20_000]
export function drawSale(random: Random): Sale {
  const lines = Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () => ({
    price: random.chance(0.2) ? random.pick(prices) : random.between(1500, 40_000),
    quantity: random.pick([1, 1, 1, 2, 3]),
  }))
  const affiliates = random.chance(0.3)
  const goods = lines.reduce((all, { price, quantity }) => all + price * quantity, 0)
  const seller = random.chance(0.2) ? 'cpf' : 'cnpj'
  return {
    seller,
    lines,
    voucher: lines.length === 1 && random.chance(0.3) ? random.between(50, 500) : 0,
    terms: {
      programme: 'freeShipping',
      campaign: random.chance(0.2),
      affiliates,
      protection: random.chance(0.5),
      adsTopUpRate: random.chance(0.3) ? 20_000n : 0n,
      highVolume: seller === 'cpf' ? true : null,
      bulky: false,
    },
    // No more than a twelfth of what was sold, so that every sale brings something.
    affiliate: affiliates && random.chance(0.5) ? random.between(100, Math.min(900, Math.floor(goods / 12))) : 0,
    freight: { paid: random.between(0, 2000), rebate: random.between(500, 3000) },
  }
}

export const payoutOf = (bill: Bill): number => Object.values(bill).reduce((all, cents) => all + cents, 0)
export const chargedBy = (bill: Bill): ChargedLine[] =>
  (Object.entries(bill) as [MoneyKind, number][])
    .filter(([, cents]) => cents !== 0)
    .map(([kind, cents]) => ({ kind, cents: BigInt(cents), source: 'api', key: kind, name: kind }))

const releasedAt = new Date('2026-11-12T15:00:00Z')
export const moved = (kind: WalletFact['kind'], cents: number, more: Partial<WalletFact> = {}): WalletFact => ({
  kind,
  cents: BigInt(cents),
  feeCents: 0n,
  at: releasedAt,
  refundNumber: null,
  ...more,
})
export const returned = (more: Partial<ReturnFact>): ReturnFact => ({
  kind: 'with_return',
  state: 'received',
  platformStatus: 'ACCEPTED',
  refundCents: 0n,
  receivedAt: releasedAt,
  compensationStatus: null,
  compensationCents: null,
  openedOn: '2026-11-06',
  missingCents: 0n,
  isWatched: true,
  ...more,
})

/** A completed order of the first of November, paid out by the wallet or by the platform's list alone. */
export function factsOf(sale: Sale, bill: Bill, random: Random): SettlementFacts {
  const payout = payoutOf(bill)
  const listed = { source: 'api', key: '', cents: BigInt(payout), at: releasedAt } as const
  return {
    code: `2611${random.between(1_000_000, 9_999_999)}`,
    day: '2026-11-01',
    order: {
      status: 'delivered',
      platformStatus: 'COMPLETED',
      revenueCents: BigInt(sale.lines.reduce((all, { price, quantity }) => all + price * quantity, 0)),
      sellerVoucherCents: BigInt(sale.voucher),
      items: sale.lines.map(({ price, quantity }) => ({ unitPriceCents: BigInt(price), quantity })),
      shippedAt: new Date('2026-11-02T12:00:00Z'),
      deliveredOn: '2026-11-05',
      cancelledOn: null,
      inReturn: false,
    },
    terms: sale.terms,
    rule: ruleSince(sale.seller),
    ruleConfirmed: true,
    otherRules: testRules.filter(({ id }) => id !== ruleSince(sale.seller).id),
    charged: chargedBy(bill),
    releases: random.chance(0.8) ? [listed] : [],
    wallet: random.chance(0.5) ? [moved('payout', payout)] : [],
    returns: [],
    isCovered: true,
    today: '2026-11-20',
    existing: null,
    closedMonth: false,
  }
}

export type Injected = { cause: DiscrepancyCause; cents: number }
