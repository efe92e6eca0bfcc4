import 'server-only'
import type { Db } from '@/lib/core/db'
import { groupBy } from '@/lib/core/group-by'
import type { LabelState } from '@/lib/generated/prisma/enums'

export type ToShipItem = {
  orderId: string
  line: number
  sku: string | null
  title: string
  variation: string | null
  quantity: number
  productId: string | null
  photoFileId: string | null
  shelfAddress: string | null
}

/** The items of each order, with the mapped product's location and picture. */
export async function listItemsToShip(db: Db, organizationId: string, orderIds: string[]): Promise<ToShipItem[]> {
  return db.$queryRaw<ToShipItem[]>`
    SELECT i.order_id AS "orderId", i.line, coalesce(p.sku::text, i.sku) AS sku, i.title, i.variation, i.quantity, i.product_id AS "productId",
      p.photo_file_id AS "photoFileId", p.shelf_address AS "shelfAddress"
    FROM order_item i LEFT JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = i.product_id
    WHERE i.organization_id = ${organizationId}::uuid AND i.order_id = ANY (${orderIds}::uuid[]) ORDER BY i.order_id, i.line`
}

export type Parcel = {
  id: string
  orderId: string
  shopId: string
  number: string
  platformStatus: string | null
  channelId: string | null
  carrier: string | null
  trackingNumber: string | null
  method: string | null
  pickupAt: Date | null
  arrangedAt: Date | null
  labelState: LabelState
  labelError: string | null
  labelFileId: string | null
  printedAt: Date | null
  printCount: number
  packedAt: Date | null
}

const parcelFields = {
  id: true,
  orderId: true,
  shopId: true,
  number: true,
  platformStatus: true,
  channelId: true,
  carrier: true,
  trackingNumber: true,
  method: true,
  pickupAt: true,
  arrangedAt: true,
  labelState: true,
  labelError: true,
  labelFileId: true,
  printedAt: true,
  printCount: true,
  packedAt: true,
} as const

export const listParcels = (db: Db, organizationId: string, orderIds: string[]): Promise<Parcel[]> =>
  db.package.findMany({
    where: { organizationId, orderId: { in: orderIds } },
    select: parcelFields,
    orderBy: [{ orderId: 'asc' }, { number: 'asc' }],
  })

/** By the order that they belong to. */
export const byOrder = <T extends { orderId: string }>(rows: readonly T[]): Map<string, T[]> =>
  groupBy(rows, ({ orderId }) => orderId)
