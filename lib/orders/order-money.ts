import { Prisma } from '../generated/prisma/client'
import type { OrderMoneyLine, StoredOrder } from './detail'

export type MoneyRow = {
  kind: OrderMoneyLine['kind'] | 'channel_fee'
  source: OrderMoneyLine['source'] | 'order'
  amountCents: bigint
  platformName: string | null
}
export type OrderMoney = {
  rows: MoneyRow[]
  /** The sum of the rows: what the sale leaves after the marketplace or channel took its part. */
  payoutCents: bigint
  estimated: boolean
  /** Null where an item's cost is unknown: unknown is never zero. */
  costCents: bigint | null
  itemsWithoutCost: number
  /** Payout without the cost; null with an unknown cost, and for orders that are no sale. */
  marginCents: bigint | null
}

type Order = Pick<StoredOrder, 'status' | 'revenueCents' | 'feesChargedCents' | 'feesEstimatedCents'>
type Item = Pick<StoredOrder['items'][number], 'quantity' | 'productQuantity' | 'unitCost'>

/** Money of an order line by line. Where no line says what was sold or taken, the order itself does. */
export function orderMoney(order: Order, items: Item[], lines: OrderMoneyLine[]): OrderMoney {
  const valid = order.status !== 'pending' && order.status !== 'cancelled'
  const rows: MoneyRow[] = [...lines]
  if (valid && !lines.some(({ kind }) => kind === 'product_revenue'))
    rows.unshift(fromOrder('product_revenue', order.revenueCents))
  if (valid && lines.length === 0 && order.feesChargedCents)
    rows.push(fromOrder('channel_fee', -order.feesChargedCents))
  const payoutCents = rows.reduce((sum, { amountCents }) => sum + amountCents, 0n)
  const unknown = items.filter(({ unitCost }) => unitCost === null).length
  const costCents = unknown > 0 ? null : costOf(items)
  return {
    rows,
    payoutCents,
    estimated: rows.some(({ source }) => source === 'rule'),
    costCents,
    itemsWithoutCost: unknown,
    marginCents: valid && costCents !== null ? payoutCents - costCents : null,
  }
}

const fromOrder = (kind: MoneyRow['kind'], amountCents: bigint): MoneyRow => ({
  kind,
  source: 'order',
  amountCents,
  platformName: null,
})

/** Unit costs have six decimals of a real; the sum is rounded once, half up. */
function costOf(items: Item[]): bigint {
  const reais = items.reduce(
    (sum, { unitCost, quantity, productQuantity }) =>
      sum.plus((unitCost ?? new Prisma.Decimal(0)).times(quantity * productQuantity)),
    new Prisma.Decimal(0),
  )
  return BigInt(reais.times(100).toFixed(0, Prisma.Decimal.ROUND_HALF_UP))
}
