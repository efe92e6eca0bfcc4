import { halfUp, type Band, type Fees, type Item, type Seller } from './published-table'
import { dayAfter, type chanceFrom } from './chance'

/** The row of an income report, signed from the seller's side. */
export type Bill = {
  price: number
  voucher: number
  commission: number
  service: number
  paid: number
  charged: number
  rebate: number
  reverse: number
  affiliate: number
  protection: number
  ads: number
  transaction: number
  refund: number
  /** Withheld for a tax. Only the platform's answer has a name for it. */
  tax: number
}
export const totalOf = (bill: Bill) => Object.values(bill).reduce((sum, cents) => sum + cents, 0)

export type Sale = {
  code: string
  day: string
  items: Item[]
  voucher: number
  bill: Bill
  fees: Fees
  goods: number
  bands: Band[]
  /** The part of the service fee that is charged by the unit. */
  fixed: number
  seller: Seller
  /** An individual with many orders. */
  hasMany: boolean
}
/** The expected payout by the rule alone: without the freight, which costs the seller nothing. */
export const owedOf = ({ goods, fees, bill }: Sale): number =>
  goods - fees.commission - fees.service + bill.protection + bill.ads
export type Entry = { day: string; type: string; about: string; cents: number; code: string | null }
export type ReportedOrder = {
  bill?: Bill | null
  pix?: number
  isTwice?: boolean
  refundRow?: number
  /** For the refund's row: whether the order has no other. */
  isOnlyRow?: boolean
  inReport?: number
  entries?: Entry[]
  walletPays?: number[]
  back?: { refund: number; kind: string }
  /** The paid amount in the platform's list, where it differs from the order's own statement. */
  listed?: number
  isCancelled?: boolean
  isAdvanced?: boolean
  brought?: number | null
  causes: Record<string, number>
}
export type Tools = ReturnType<typeof chanceFrom>
export type Scenario = {
  name: string
  weight: number
  since?: string
  until?: string
  /** On the day of the order before, where that is not too late: that nothing was paid shows beside what was. */
  isBeside?: boolean
  minPrice?: number
  /** For an individual alone. */
  isOfPerson?: boolean
  /** Where the money comes by the API alone. */
  isOfApi?: boolean
  /** An order may have it beside faults that touch something else; two that touch the same never meet. */
  touches?:
    | 'commission'
    | 'service'
    | 'freight'
    | 'reverse'
    | 'affiliate'
    | 'protection'
    | 'ads'
    | 'fee'
    | 'after'
    | 'wallet'
    | 'pix'
    | 'tax'
  plan: (sale: Sale, tools: Tools) => ReportedOrder
}

const anyRate = [120, 126, 180, 186, 140, 200]
/** An amount that no rate, part or band of any table makes of this order. */
export function oddAmount({ bill, items, fees }: Sale, tools: Tools): number {
  const base = bill.price + bill.voucher
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0)
  for (;;) {
    const cents = tools.between(31, 189)
    const isRate = anyRate.some((rate) => Math.abs(fees.commission + cents - halfUp(base, rate)) <= units)
    const isPart = [10, 20, 25, 35, 14, 80].some((rate) => Math.abs(halfUp(base, rate) - cents) <= units)
    if (!isRate && !isPart) return cents
  }
}
export const correction = (sale: Sale, cents: number, about = 'Ajuste logístico'): Entry => ({
  day: dayAfter(sale.day, 25),
  type: 'Ajuste',
  about,
  cents,
  code: sale.code,
})
export const one = ({ items }: Sale) => items[0]!
export const withFees = (sale: Sale, fees: Fees, more: Partial<Bill> = {}): Bill => ({
  ...sale.bill,
  commission: -fees.commission,
  service: -fees.service,
  ...more,
})
/** A fault of one term of the bill. */
export const off =
  (term: keyof Bill, cause: string, amount: (sale: Sale, tools: Tools) => number) =>
  (sale: Sale, tools: Tools): ReportedOrder => {
    const cents = -amount(sale, tools)
    return { bill: { ...sale.bill, [term]: sale.bill[term] + cents }, causes: { [cause]: cents } }
  }

/** The rebate comes back over commission and fixed part in proportion, not over the transaction fee. */
export function backOf(rebate: number, commission: number, fixed: number) {
  const both = commission + fixed
  const commissionBackCents = both === 0 ? 0 : Math.floor((2 * rebate * commission + both) / (2 * both))
  return { commissionBackCents, serviceBackCents: rebate - commissionBackCents }
}

/** Several faults of one order: what each changes of the bill, and what comes after it, added up. */
export function together(sale: Sale, all: readonly ReportedOrder[]): ReportedOrder {
  const bill = { ...sale.bill }
  const change = (reported: ReportedOrder, term: keyof Bill) => (reported.bill ?? sale.bill)[term] - sale.bill[term]
  for (const reported of all)
    for (const term of Object.keys(bill) as (keyof Bill)[]) bill[term] += change(reported, term)
  const own = (reported: ReportedOrder) => totalOf(reported.bill ?? sale.bill)
  const total = totalOf(bill)
  const more = all.reduce(
    (sum, reported) => sum + (reported.brought === undefined ? 0 : (reported.brought ?? 0) - own(reported)),
    0,
  )
  const paying = all.find(({ walletPays }) => walletPays)
  const listing = all.find(({ listed }) => listed !== undefined)
  return {
    ...Object.assign({}, ...all),
    bill,
    brought: total + more,
    ...(paying && { walletPays: paying.walletPays!.map((cents) => cents - own(paying) + total) }),
    ...(listing && { listed: listing.listed! - own(listing) + total }),
    entries: all.some(({ entries }) => entries) ? all.flatMap(({ entries = [] }) => entries) : undefined,
    causes: Object.assign({}, ...all.map(({ causes }) => causes)),
  }
}
