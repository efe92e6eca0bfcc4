import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { localDay, type Day } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { asDay } from '@/lib/core/database/days'
import { asId } from '@/lib/core/keyset'
import { getOrderFrame, type SalesChannel } from './queries'
import { listSellableProducts } from './sellable-products'
import type { PaymentMethod } from './schema'
import { mayBeEdited } from './stage'

export type EditedLineView = {
  line: number
  productId: string | null
  sku: string
  title: string
  quantity: number
  unitPriceCents: bigint
  /** Beyond what the order holds; null for a product that is no longer sold, or none. */
  available: number | null
}
export type OrderEditView = {
  id: string
  code: string
  version: number
  channelId: string
  day: Day
  customerName: string | null
  discountCents: bigint
  freightPaidCents: bigint
  /** Absent for roles that read no cost: what is not said stays as it is. */
  freightCostCents?: bigint | null
  paymentMethod: PaymentMethod | null
  lines: EditedLineView[]
  /** Those still open, and the one it was sold in. */
  channels: SalesChannel[]
  today: Day
}

const fields = {
  id: true,
  code: true,
  version: true,
  platform: true,
  status: true,
  shippedAt: true,
  channelId: true,
  localDay: true,
  customerName: true,
  sellerDiscountCents: true,
  freightPaidCents: true,
  freightCostCents: true,
  paymentMethod: true,
  items: {
    orderBy: { line: 'asc' },
    select: { line: true, productId: true, sku: true, title: true, quantity: true, unitPriceCents: true },
  },
} as const

/** A manual order as the form of its editing begins; null where there is none, or none that this role may still change. */
export async function getOrderEditFor(
  viewer: Pick<Member, 'organizationId' | 'timeZone' | 'role'>,
  id: unknown,
  now = new Date(),
): Promise<OrderEditView | null> {
  const { organizationId, role, timeZone } = viewer
  const orderId = asId(id)
  if (!orderId) return null
  return withOrganization(viewer, async (db) => {
    const where = { organizationId_id: { organizationId, id: orderId } }
    const orderRow = await db.order.findUnique({ where, select: fields })
    if (!orderRow || orderRow.channelId === null || !mayBeEdited(orderRow)) return null
    if (!can(role, orderRow.status === 'pending' ? 'order.create' : 'order.cancelPaid')) return null
    const { items, localDay: day, sellerDiscountCents, channelId, freightCostCents, ...order } = orderRow
    const products = await listSellableProducts(
      db,
      organizationId,
      items.flatMap(({ productId }) => productId ?? []),
    )
    const availableOf = new Map(products.map((product) => [product.id, product.available]))
    const { channels } = await getOrderFrame(db, organizationId)
    return {
      ...order,
      ...(can(role, 'money.read') && { freightCostCents }),
      channelId,
      day: asDay(day),
      discountCents: sellerDiscountCents,
      today: localDay(now, timeZone),
      channels: channels.filter((channel) => channel.isOpen || channel.id === channelId),
      lines: items.map(({ productId, sku, ...item }) => ({
        ...item,
        productId,
        sku: sku ?? '',
        available: productId ? (availableOf.get(productId) ?? null) : null,
      })),
    }
  })
}
