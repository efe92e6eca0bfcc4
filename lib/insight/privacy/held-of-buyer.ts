import 'server-only'
import type { Db } from '@/lib/core/db'
import { stageOf } from '@/lib/sales/orders/stage'

/** The data of each order about its buyer and their purchase. */
export async function listOrders(db: Db, organizationId: string, ids: readonly string[]) {
  const orders = await db.order.findMany({
    where: { organizationId, id: { in: [...ids] } },
    orderBy: [{ placedAt: 'desc' }, { id: 'desc' }],
    select: {
      code: true,
      externalCode: true,
      platform: true,
      status: true,
      platformStatus: true,
      receivedAt: true,
      invoiceState: true,
      placedAt: true,
      paidAt: true,
      shippedAt: true,
      deliveredAt: true,
      cancelledAt: true,
      buyerErasedAt: true,
      freightPaidCents: true,
      totalCents: true,
      trackingNumber: true,
      buyerState: true,
      customerName: true,
      note: true,
      platformNote: true,
      shop: { select: { name: true } },
      channel: { select: { name: true } },
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
      items: {
        orderBy: { line: 'asc' },
        select: { sku: true, title: true, variation: true, quantity: true, unitPriceCents: true, subtotalCents: true },
      },
      returns: {
        orderBy: { openedAt: 'asc' },
        select: {
          number: true,
          kind: true,
          openedAt: true,
          reason: true,
          refundCents: true,
          buyerText: true,
          images: true,
          note: true,
          trackingNumber: true,
        },
      },
      documents: {
        orderBy: { issuedAt: 'asc' },
        select: { number: true, series: true, accessKey: true, issuedAt: true, totalCents: true },
      },
    },
  })
  return orders.map(({ shop, channel, status, platformStatus, platform, receivedAt, invoiceState, ...order }) => ({
    ...order,
    stage: stageOf({ platform, status, platformStatus, shippedAt: order.shippedAt, receivedAt, invoiceState }),
    soldBy: shop?.name ?? channel?.name ?? null,
  }))
}

export type HeldFile = {
  order: string
  kind: 'evidence' | 'invoice' | 'label'
  name: string
  createdAt: Date
  bytes: bigint
  sha256: Uint8Array
  place: string
}

/** The files of the orders in which their buyer may stand, while they are kept. */
export const listFiles = (db: Db, organizationId: string, ids: readonly string[]) => db.$queryRaw<HeldFile[]>`
  SELECT o.code AS order, f.kind, f.name, f.created_at AS "createdAt", f.bytes, f.sha256, f.place FROM (
    SELECT order_id, file_id FROM order_evidence WHERE organization_id = ${organizationId}::uuid AND order_id = ANY (${ids}::uuid[])
    UNION ALL SELECT order_id, file_id FROM fiscal_document WHERE organization_id = ${organizationId}::uuid AND order_id = ANY (${ids}::uuid[])
    UNION ALL SELECT order_id, label_file_id FROM package WHERE organization_id = ${organizationId}::uuid AND order_id = ANY (${ids}::uuid[])) x
  JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.id = x.order_id
  JOIN stored_file f ON f.organization_id = ${organizationId}::uuid AND f.id = x.file_id AND (f.expires_at IS NULL OR f.expires_at > now())
  ORDER BY f.created_at, f.id`
