import 'server-only'
import { Prisma } from '../generated/prisma/client'
import type { Actor, Db } from '../db'
import type { Day } from '../dates'
import { asDate } from '../expenses/days'
import { costAfter } from './receipt-cost'
import type { CostRule } from './schema'

export type ReceivedLine = { line: number; productId: string; units: number; landedCents: bigint; note: string | null }
/** The row of product_cost that a receipt's took the place of on its day. */
export type DayCost = { cost: string; source: string; receiptId: string | null; createdBy: string | null }

type Standing = { productId: string; stock: bigint; cost: string | null; day: DayCost | null }

/** Writes a receipt's lines and what its products cost from its day on. The caller has locked their stock and not booked yet. */
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
  const standing = await listStanding(
    db,
    organizationId,
    lines.map(({ productId }) => productId),
    today,
  )
  for (const received of lines.toSorted((a, b) => (a.productId < b.productId ? -1 : 1))) {
    const { stock, cost, day } = standing.get(received.productId)!
    const after = costAfter({ rule: rule satisfies CostRule, stockBefore: stock, costBefore: cost, ...received })
    await db.purchaseReceiptLine.create({
      data: {
        ...{ organizationId, receiptId, rule, stockBefore: stock, costBefore: cost, costAfter: after ?? '0' },
        ...received,
        dayBefore: day ?? Prisma.JsonNull,
      },
      select: { line: true },
    })
    // What came for nothing makes no cost known.
    if (after === null) continue
    const key = { organizationId, productId: received.productId, fromDay: asDate(today) }
    const row = { cost: after, source: 'purchase', receiptId, createdBy: userId }
    await db.productCost.upsert({
      where: { organizationId_productId_fromDay: key },
      create: { ...key, ...row },
      update: row,
      select: { fromDay: true },
    })
  }
}

/** What lies in the company's own stock and on its way between places, and what it costs today. */
async function listStanding(db: Db, organizationId: string, products: string[], today: Day) {
  const rows = await db.$queryRaw<Standing[]>`
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
