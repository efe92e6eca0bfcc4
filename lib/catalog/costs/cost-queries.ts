import 'server-only'
import type { Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import type { RecostState } from '@/lib/generated/prisma/enums'
import type { Cost } from './cost'

/** The unit cost of product `p` on a day; null where it is unknown. A kit's is kit_unit_cost. */
export const unitCostOn = (organizationId: string, today: Day) => Prisma.sql`(
  SELECT c.cost FROM product_cost c
  WHERE c.organization_id = ${organizationId}::uuid AND c.product_id = p.id AND c.from_day <= ${today}::date
  ORDER BY c.from_day DESC LIMIT 1)`

/** `AND column` is one of these ids; nothing where all are wanted. */
export const amongIds = (column: Prisma.Sql, ids: readonly string[] | null): Prisma.Sql =>
  ids ? Prisma.sql`AND ${column} = ANY (${[...ids]}::uuid[])` : Prisma.empty

/** The same for all products at once, or those `among` them, as (product_id, cost): one pass over the costs instead of a look for each. */
export const unitCostsOn = (organizationId: string, today: Day, among: Prisma.Sql = Prisma.empty) => Prisma.sql`(
  SELECT DISTINCT ON (c.product_id) c.product_id, c.cost FROM product_cost c
  WHERE c.organization_id = ${organizationId}::uuid AND c.from_day <= ${today}::date ${among}
  ORDER BY c.product_id DESC, c.from_day DESC)`

export type Recost = {
  orders: number
  /** The common change of these orders' cost. */
  changeCents: bigint
}

/** Orders from a day on whose cost of this product is not what that day's is. */
export async function countRecost(db: Db, productId: string, fromDay: Day): Promise<Recost> {
  const [row] = await db.$queryRaw<[Recost]>`
    SELECT count(DISTINCT order_id)::int AS orders, coalesce(round(sum(change) * 100), 0)::bigint AS "changeCents"
    FROM recost_items(${productId}::uuid, ${fromDay}::date)`
  return row
}

export type CostEntry = {
  fromDay: Day
  cost: Cost
  source: string
  by: string | null
  purchase: { id: string; number: number; receipt: number } | null
}

/** Newest first. Only for roles that may read cost. */
export async function listCostHistory(db: Db, organizationId: string, productId: string): Promise<CostEntry[]> {
  const rows = await db.$queryRaw<
    (Omit<CostEntry, 'purchase'> & { purchaseId: string | null; number: number | null; receipt: number | null })[]
  >`
    SELECT to_char(c.from_day, 'YYYY-MM-DD') AS "fromDay", c.cost::text AS cost, c.source, c.created_by AS by,
      p.id AS "purchaseId", p.number, r.number AS receipt
    FROM product_cost c
    LEFT JOIN purchase_receipt r ON r.organization_id = c.organization_id AND r.id = c.receipt_id
    LEFT JOIN purchase_order p ON p.organization_id = c.organization_id AND p.id = r.purchase_order_id
    WHERE c.organization_id = ${organizationId}::uuid AND c.product_id = ${productId}::uuid
    ORDER BY c.from_day DESC LIMIT 100`
  return rows.map(({ purchaseId, number, receipt, ...row }) => ({
    ...row,
    purchase: purchaseId ? { id: purchaseId, number: number!, receipt: receipt! } : null,
  }))
}

export type RecostRun = { id: string; state: RecostState; done: number; total: number }

export const findRecostRun = (db: Db, organizationId: string, productId: string): Promise<RecostRun | null> =>
  db.recostRun.findFirst({
    where: { organizationId, productId },
    select: { id: true, state: true, done: true, total: true },
    orderBy: { id: 'desc' },
  })
