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
  seller: Seller
  /** An individual with many orders. */
  hasMany: boolean
}
/** What the payout should be where only the rule says it: without the freight, which costs the seller nothing. */
export const owedOf = ({ goods, fees, bill }: Sale): number =>
  goods - fees.commission - fees.service + bill.protection + bill.ads
export type Entry = { day: string; type: string; about: string; cents: number; code: string | null }
export type Told = {
  bill?: Bill | null
  pix?: number
  isTwice?: boolean
  refundRow?: number
  /** Of the refund's row: whether the order has no other. */
  isOnlyRow?: boolean
  inReport?: number
  entries?: Entry[]
  walletPays?: number[]
  back?: { refund: number; kind: string }
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
  minPrice?: number
  /** Of an individual alone. */
  isOfPerson?: boolean
  plan: (sale: Sale, tools: Tools) => Told
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
  ...{ day: dayAfter(sale.day, 25), type: 'Ajuste', about, cents, code: sale.code },
})
export const one = ({ items }: Sale) => items[0]!
export const withFees = (sale: Sale, fees: Fees, more: Partial<Bill> = {}): Bill => ({
  ...{ ...sale.bill, commission: -fees.commission, service: -fees.service },
  ...more,
})
/** A fault of one term of the bill. */
export const off =
  (term: keyof Bill, cause: string, amount: (sale: Sale, tools: Tools) => number) =>
  (sale: Sale, tools: Tools): Told => {
    const cents = -amount(sale, tools)
    return { bill: { ...sale.bill, [term]: sale.bill[term] + cents }, causes: { [cause]: cents } }
  }

/** The rebate comes back over commission and fixed part; here over the commission first. */
export const backOf = (rebate: number, commission: number) => {
  const commissionBackCents = Math.min(rebate, commission)
  return { commissionBackCents, serviceBackCents: rebate - commissionBackCents }
}
