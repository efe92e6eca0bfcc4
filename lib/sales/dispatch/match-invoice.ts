import 'server-only'
import type { Db } from '@/lib/core/db'
import type { InvoiceState, OrderStatus } from '@/lib/generated/prisma/enums'

export type InvoiceOrder = {
  id: string
  externalCode: string
  status: OrderStatus
  invoiceState: InvoiceState | null
  revenueCents: bigint
  sellerVoucherCents: bigint
  freightPaidCents: bigint
  totalCents: bigint
}

type InvoiceAmounts = Pick<InvoiceOrder, 'revenueCents' | 'sellerVoucherCents' | 'freightPaidCents' | 'totalCents'>

const fields = {
  id: true,
  externalCode: true,
  status: true,
  invoiceState: true,
  revenueCents: true,
  sellerVoucherCents: true,
  freightPaidCents: true,
  totalCents: true,
} as const

/** The one order that these codes name; several are none, since a guess would send an invoice to the wrong buyer. */
export async function findInvoiceOrder(
  db: Db,
  organizationId: string,
  codes: readonly string[],
): Promise<InvoiceOrder | null> {
  if (codes.length === 0) return null
  const orders = await db.order.findMany({
    where: { organizationId, platform: 'shopee', externalCode: { in: codes.slice(0, 50) } },
    select: fields,
    take: 2,
  })
  const [order] = orders
  return orders.length === 1 && order?.externalCode ? { ...order, externalCode: order.externalCode } : null
}

/**
 * How far the invoice's total is from the order's, in cents; 0 when it is one of the sums that an invoice may show: the items,
 * less the seller's voucher, each with and without freight, or what the buyer paid. Null where the file tells no total.
 */
export function differenceOf(totalCents: bigint | null, order: InvoiceAmounts): bigint | null {
  if (totalCents === null) return null
  const { revenueCents, sellerVoucherCents, freightPaidCents } = order
  const charged = revenueCents - sellerVoucherCents
  const sums = [revenueCents, charged, revenueCents + freightPaidCents, charged + freightPaidCents, order.totalCents]
  return sums.includes(totalCents) ? 0n : totalCents - charged
}
