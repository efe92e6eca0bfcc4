type OrderAmounts = {
  platform: 'manual' | 'shopee'
  revenueCents: bigint
  sellerDiscountCents: bigint
  sellerVoucherCents: bigint
  freightPaidCents: bigint
  totalCents: bigint
}
type AmountLine = {
  key: 'productsTotal' | 'discount' | 'sellerVoucher' | 'freight' | 'takenOff' | 'putOn'
  cents: bigint
}

/** A marketplace's prices have its discounts taken off already; a discount of one's own is taken off the whole order. */
const discountOf = ({ platform }: Pick<OrderAmounts, 'platform'>, cents: bigint) => (platform === 'manual' ? cents : 0n)

/** An item's part of the products' sum: its price times its units. */
export const itemAmount = (
  order: Pick<OrderAmounts, 'platform'>,
  { subtotalCents, discountCents }: { subtotalCents: bigint; discountCents: bigint },
): bigint => subtotalCents + discountOf(order, discountCents)

/** From the sum of the items to the total, which these lines add up to; an unnamed remainder is a line too. */
export function breakDown(order: OrderAmounts): AmountLine[] {
  const discount = discountOf(order, order.sellerDiscountCents)
  const known = order.revenueCents - order.sellerVoucherCents + order.freightPaidCents
  const left = order.totalCents - known
  // A total that was reported before the voucher was known is the one without it.
  const isBefore = left === order.sellerVoucherCents
  const [voucher, rest] = isBefore ? [0n, 0n] : [order.sellerVoucherCents, left]
  const lines: AmountLine[] = [
    { key: 'discount', cents: -discount },
    { key: 'sellerVoucher', cents: -voucher },
    { key: 'freight', cents: order.freightPaidCents },
    { key: rest < 0n ? 'takenOff' : 'putOn', cents: rest },
  ]
  return [{ key: 'productsTotal', cents: order.revenueCents + discount }, ...lines.filter(({ cents }) => cents !== 0n)]
}
