import 'server-only'
import { BEGINNING } from '@/lib/catalog/costs/cost'
import { asDay } from '@/lib/core/database/days'
import type { Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import type { PaymentMethod } from '@/lib/generated/prisma/enums'

export type OrderDetails = {
  paidAt: Date | null
  deliveredAt: Date | null
  trackingNumber: string | null
  sellerDiscountCents: bigint | null
  freightPaidCents: bigint | null
  totalCents: bigint
  /** How a manual order was paid; null where it was not said, and for the platform's orders. */
  paymentMethod: PaymentMethod | null
  items: string
  /** Rounded item by item, as in the result. Null while one item's cost is unknown. */
  costCents: bigint | null
}

/** The details of these orders that the list does not show, by id. */
export async function getOrderDetails(
  db: Db,
  organizationId: string,
  ids: string[],
): Promise<Map<string, OrderDetails>> {
  const rows = await db.$queryRaw<(OrderDetails & { id: string })[]>`
    SELECT o.id, o.paid_at AS "paidAt", o.delivered_at AS "deliveredAt", o.tracking_number AS "trackingNumber",
      o.seller_discount_cents AS "sellerDiscountCents", o.freight_paid_cents AS "freightPaidCents", o.total_cents AS "totalCents",
      o.payment_method AS "paymentMethod",
      i.items, i.cost_cents AS "costCents"
    FROM orders o CROSS JOIN LATERAL (
      SELECT string_agg(i.quantity || ' x ' || coalesce(i.sku || ' ', '') || i.title || coalesce(' (' || i.variation || ')', ''), '; '
          ORDER BY i.line) AS items,
        CASE WHEN count(*) = count(i.unit_cost) THEN (sum(round(i.unit_cost * i.quantity * i.product_quantity, 2)) * 100)::bigint END AS cost_cents
      FROM order_item i WHERE i.organization_id = ${organizationId}::uuid AND i.order_id = o.id
    ) i
    WHERE o.organization_id = ${organizationId}::uuid AND o.id = ANY (${ids}::uuid[])`
  return new Map(rows.map(({ id, ...details }) => [id, details]))
}

export type ProductDetails = {
  barcodes: string[]
  shelfAddress: string | null
  weightGrams: number | null
  minimumStock: number | null
  onHand: bigint
  reserved: bigint
  /** From when the product's own cost of this day holds; null from the beginning, and without one. */
  costSince: Day | null
}

export async function getProductDetails(
  db: Db,
  { organizationId, today }: { organizationId: string; today: Day },
  ids: string[],
): Promise<Map<string, ProductDetails>> {
  const rows = await db.product.findMany({
    where: { organizationId, id: { in: ids } },
    select: {
      id: true,
      barcodes: true,
      shelfAddress: true,
      weightGrams: true,
      minimumStock: true,
      costs: {
        where: { fromDay: { lte: new Date(today) } },
        orderBy: { fromDay: 'desc' },
        take: 1,
        select: { fromDay: true },
      },
      levels: { where: { organizationId, location: { kind: 'own' } }, select: { onHand: true, reserved: true } },
    },
  })
  return new Map(
    rows.map(({ id, levels: [level], costs: [cost], ...details }) => {
      const since = cost ? asDay(cost.fromDay) : BEGINNING
      const costSince = since === BEGINNING ? null : since
      return [id, { ...details, costSince, onHand: level?.onHand ?? 0n, reserved: level?.reserved ?? 0n }]
    }),
  )
}
