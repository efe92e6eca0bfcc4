import 'server-only'
import type { Actor, Db } from '@/lib/core/db'
import type { Day } from '@/lib/core/dates'
import { costAfter } from './receipt-cost'
import type { CostRule } from './schema'

export type ReceivedLine = { line: number; productId: string; units: number; landedCents: bigint; note: string | null }
/** The row of product_cost that a receipt's took the place of on its day. */
export type DayCost = { cost: string; source: string; receiptId: string | null; createdBy: string | null }

type ProductCost = { productId: string; stock: bigint; cost: string | null; day: DayCost | null }

/** Writes a receipt's lines and what its products cost from its day on, all at once: others wait for these products. The caller has locked their stock and not booked yet. */
export async function setReceiptCosts(
  db: Db,
  actor: Actor,
  { receiptId, today, lines }: { receiptId: string; today: Day; lines: ReceivedLine[] },
): Promise<void> {
  const { organizationId, userId } = actor
  const { costRule: rule } = await db.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { costRule: true },
  })
  const costs = await listProductCosts(
    db,
    organizationId,
    lines.map(({ productId }) => productId),
    today,
  )
  const rows = lines
    .toSorted((a, b) => (a.productId < b.productId ? -1 : 1))
    .map((received) => {
      const { stock, cost, day } = costs.get(received.productId)!
      const after = costAfter({ rule: rule satisfies CostRule, stockBefore: stock, costBefore: cost, ...received })
      return { ...received, stock, before: cost, after, day }
    })
  const body = JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
  await db.$executeRaw`
    INSERT INTO purchase_receipt_line (organization_id, receipt_id, line, product_id, units, landed_cents, note, rule, stock_before, cost_before,
      cost_after, day_before)
    SELECT ${organizationId}::uuid, ${receiptId}::uuid, x.line, x."productId", x.units, x."landedCents", x.note, ${rule}::"CostRule", x.stock, x.before,
      x.after, x.day
    FROM jsonb_to_recordset(${body}::jsonb) AS x(line int, "productId" uuid, units int, "landedCents" bigint, note text, stock bigint,
      before numeric, after numeric, day jsonb)
    ORDER BY x."productId"`
  // Free goods make no cost known.
  await db.$executeRaw`
    INSERT INTO product_cost (organization_id, product_id, from_day, cost, source, receipt_id, created_by)
    SELECT ${organizationId}::uuid, x."productId", ${today}::date, x.after, 'purchase', ${receiptId}::uuid, ${userId}::uuid
    FROM jsonb_to_recordset(${body}::jsonb) AS x("productId" uuid, after numeric) WHERE x.after IS NOT NULL ORDER BY x."productId"
    ON CONFLICT (organization_id, product_id, from_day) DO UPDATE SET cost = excluded.cost, source = excluded.source,
      receipt_id = excluded.receipt_id, created_by = excluded.created_by`
}

/** The company's own stock and its transfers, with today's cost. */
async function listProductCosts(db: Db, organizationId: string, products: string[], today: Day) {
  const rows = await db.$queryRaw<ProductCost[]>`
    SELECT p.id AS "productId", coalesce((
        SELECT sum(s.on_hand) FROM stock_level s
        JOIN stock_location l ON l.organization_id = s.organization_id AND l.id = s.location_id AND l.kind IN ('own', 'transit')
        WHERE s.organization_id = ${organizationId}::uuid AND s.product_id = p.id), 0)::bigint AS stock,
      (SELECT c.cost::text FROM product_cost c WHERE c.organization_id = ${organizationId}::uuid AND c.product_id = p.id
        AND c.from_day <= ${today}::date ORDER BY c.from_day DESC LIMIT 1) AS cost,
      (SELECT jsonb_build_object('cost', c.cost::text, 'source', c.source, 'receiptId', c.receipt_id, 'createdBy', c.created_by)
        FROM product_cost c WHERE c.organization_id = ${organizationId}::uuid AND c.product_id = p.id
        AND c.from_day = ${today}::date) AS day
    FROM product p WHERE p.organization_id = ${organizationId}::uuid AND p.id = ANY (${products}::uuid[])`
  return new Map(rows.map((row) => [row.productId, row]))
}
