import 'server-only'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import type { ActorKind, MovementKind } from '@/lib/generated/prisma/enums'

const orderFields = {
  id: true,
  code: true,
  externalCode: true,
  platform: true,
  shopId: true,
  status: true,
  platformStatus: true,
  invoiceState: true,
  cancellationAsked: true,
  customerName: true,
  note: true,
  noteVersion: true,
  platformNote: true,
  placedAt: true,
  paidAt: true,
  shipBy: true,
  shippedAt: true,
  deliveredAt: true,
  cancelledAt: true,
  receivedAt: true,
  buyerErasedAt: true,
  units: true,
  revenueCents: true,
  sellerDiscountCents: true,
  sellerVoucherCents: true,
  freightPaidCents: true,
  paymentMethod: true,
  totalCents: true,
  trackingNumber: true,
  movesStock: true,
  version: true,
  shop: { select: { name: true } },
  channel: { select: { name: true } },
  items: {
    orderBy: { line: 'asc' },
    select: {
      line: true,
      productId: true,
      productQuantity: true,
      sku: true,
      title: true,
      variation: true,
      quantity: true,
      unitPriceCents: true,
      discountCents: true,
      subtotalCents: true,
      priceMissing: true,
      unitCost: true,
      packagingCents: true,
      product: { select: { sku: true } },
    },
  },
  buyer: {
    select: {
      name: true,
      username: true,
      phone: true,
      document: true,
      address: true,
      city: true,
      state: true,
      postalCode: true,
    },
  },
} as const satisfies Prisma.OrderSelect

export type StoredOrder = Prisma.OrderGetPayload<{ select: typeof orderFields }>

export const getOrder = (db: Db, organizationId: string, id: string): Promise<StoredOrder | null> =>
  db.order.findUnique({ where: { organizationId_id: { organizationId, id } }, select: orderFields })

export type OrderMovement = {
  id: bigint
  kind: MovementKind
  onHandDelta: bigint
  reservedDelta: bigint
  occurredAt: Date
  sku: string
  title: string
}

export async function listOrderMovements(db: Db, organizationId: string, orderId: string): Promise<OrderMovement[]> {
  const rows = await db.stockMovement.findMany({
    where: { organizationId, sourceKind: { in: ['order', 'order_receipt'] }, sourceId: orderId },
    select: {
      id: true,
      kind: true,
      onHandDelta: true,
      reservedDelta: true,
      occurredAt: true,
      product: { select: { sku: true, title: true } },
    },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ product, ...movement }) => ({ ...movement, ...product }))
}

export type UnitsAway = { productId: string; sku: string; title: string; units: number }

/** The units that an order had sent and that were not received, kits as their parts. */
export const listUnitsAway = (db: Db, organizationId: string, orderId: string) => db.$queryRaw<UnitsAway[]>`
  SELECT a.product_id AS "productId", p.sku::text AS sku, p.title, a.units::int AS units FROM order_units_away(${orderId}::uuid) a
  JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = a.product_id ORDER BY p.sku`

export type OrderEvent = { event: string; at: Date; actorKind: ActorKind; actorId: string | null; to: string | null }

/** The changes to the order here, from the audit log. */
export async function listOrderEvents(db: Db, organizationId: string, orderId: string): Promise<OrderEvent[]> {
  return db.$queryRaw<OrderEvent[]>`
    SELECT event, at, actor_kind AS "actorKind", actor_id AS "actorId", after->>'status' AS to FROM audit_event
    WHERE organization_id = ${organizationId}::uuid AND subject_kind = 'order' AND subject_id = ${orderId}
    ORDER BY at, id LIMIT 100`
}

/** Whether the platform said, when it last spoke of an order that has not left, that some of its units may be cancelled. */
export async function mayCancelPart(
  db: Db,
  organizationId: string,
  { shopId, externalCode, status }: Pick<StoredOrder, 'shopId' | 'externalCode' | 'status'>,
): Promise<boolean> {
  if (!shopId || !externalCode || (status !== 'confirmed' && status !== 'processing')) return false
  const [row] = await db.$queryRaw<{ may: boolean }[]>`
    SELECT coalesce(lower(body->>'can_partial_cancel_order') IN ('true', '1'), false) AS may FROM platform_answer
    WHERE organization_id = ${organizationId}::uuid AND shop_id = ${shopId}::uuid AND kind = 'order' AND subject = ${externalCode}`
  return row?.may ?? false
}
