import type { Day } from '@/lib/core/dates'
import type { MoneySource, OrderStatus, TaxRegime } from '@/lib/generated/prisma/enums'
import type { Cents } from '@/lib/core/money'
import { lineOfKind, noFacts, resultLines, resultOf, type MoneyFact, type Result } from './result-lines'

/** One amount of an order's money, from the best source that tells of its kind; without a source the order itself says it. */
export type OrderMoneyLine = MoneyFact & {
  source: MoneySource | null
  /** Corrected after the payout or paid otherwise than the other lines say, as the reconciliation found it. */
  isPaidBeside: boolean
  platformName: string | null
  /** The fee rule that an estimate follows. */
  ruleName: string | null
  asOf: Date
}

/** The order's tax by the rate in force on its day. Without a regime no rate is known; a MEI's is fixed by month. */
export type OrderTax = {
  baseCents: Cents
  taxCents: Cents
  rate: string | null
  regime: TaxRegime | null
  fromDay: Day | null
}

/** Cost of one unit of stock, in reais with six decimals; null while unknown. */
export type CostedItem = {
  line: number
  quantity: number
  productQuantity: number
  unitCost: string | null
  packagingCents: Cents
  /** No source gives its price: what it brought is unknown. */
  priceMissing: boolean
}

export type OrderProfit = {
  /** In the order of the company's result. */
  rows: OrderMoneyLine[]
  result: Result
  /** The seller's payout: net revenue, less transfers to the balance for ads. */
  payoutCents: Cents
  isEstimated: boolean
  tax: OrderTax
  costs: { line: number; cents: Cents | null }[]
  itemsWithoutCost: number
  itemsWithoutPrice: number
  /** Null where the price or the cost of an item is unknown, which is never zero, and where nothing was sold. */
  contributionCents: Cents | null
  /** The contribution as a share of the product revenue. */
  share: number | null
}

type Order = { status: OrderStatus; revenueCents: Cents }

const isSale = ({ status }: Order) => status !== 'pending' && status !== 'cancelled'

/**
 * The profit of an order by the formula of the company's result, whose contribution is the sum of those of its orders.
 * For an order that is no sale only money that the platform moved all the same counts.
 */
export function orderProfit(order: Order, items: CostedItem[], money: OrderMoneyLine[], tax: OrderTax): OrderProfit {
  const sold = isSale(order)
  const costs = items.map((item) => ({ line: item.line, cents: costOf(item) }))
  const counted = sold ? items : []
  const itemsWithoutPrice = counted.filter(({ priceMissing }) => priceMissing).length
  const itemsWithoutCost = costs.filter(({ cents }) => cents === null).length
  const result = resultOf({
    ...noFacts,
    money,
    taxCents: tax.taxCents,
    costCents: sold ? costs.reduce((sum, { cents }) => sum + (cents ?? 0n), 0n) : 0n,
    packagingCents: counted.reduce((sum, { packagingCents }) => sum + packagingCents, 0n),
    validOrders: sold ? 1n : 0n,
    unpricedOrders: itemsWithoutPrice > 0 ? 1n : 0n,
    grossCents: sold ? order.revenueCents : 0n,
  })
  const contributionCents = sold && itemsWithoutCost === 0 && itemsWithoutPrice === 0 ? result.sums.contribution : null
  const { revenue } = result.lines
  return {
    rows: money.toSorted((a, b) => placeOf(a) - placeOf(b)),
    result,
    payoutCents: result.sums.netRevenue + result.adsTopUpCents,
    isEstimated: money.some(({ basis }) => basis === 'estimated'),
    tax,
    costs,
    itemsWithoutCost,
    itemsWithoutPrice,
    contributionCents,
    share: contributionCents !== null && revenue > 0n ? Number((contributionCents * 10_000n) / revenue) / 10_000 : null,
  }
}

const placeOf = ({ kind }: MoneyFact) => {
  const line = lineOfKind[kind]
  return line === 'adsTopUp' ? resultLines.length : resultLines.indexOf(line)
}

/** Rounded to the cent, half up, as the roll-ups round it: once for each item of an order. */
export function costOf({ unitCost, quantity, productQuantity }: CostedItem): Cents | null {
  if (unitCost === null) return null
  const [whole = '0', fraction = ''] = unitCost.split('.')
  const micros = BigInt(whole + fraction.slice(0, 6).padEnd(6, '0')) * BigInt(quantity) * BigInt(productQuantity)
  return (micros + 5_000n) / 10_000n
}
