import 'server-only'
import type { Db, Scope } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { UNSETTLED_COUNTED } from '../schema'
import { storedJson } from '@/lib/core/stored-json'

type OfShop = Scope & { shopId: string }

/** asOf: how new the order was that is asked about; the same again later tells of the same order. */
export type Candidate = { code: string; asOf: Date }

/** Cancelled before they were sent, orders have no money to settle; unpaid ones have none yet. */
const hasMoney = Prisma.sql`o.status <> 'pending' AND (o.status <> 'cancelled' OR o.shipped_at IS NOT NULL)`

const isFailed = Prisma.sql`EXISTS (SELECT 1 FROM sync_failure f
  WHERE f.organization_id = o.organization_id AND f.shop_id = o.shop_id AND f.operation = 'escrow' AND f.subject = o.external_code
    AND f.state <> 'resolved')`

/**
 * Orders that are newer than what is known of their money; what failed waits for its own retry. Those that are due are few among
 * all: they are found first, and the orders by them.
 */
const unsettledOf = ({ organizationId, shopId }: OfShop) => Prisma.sql`
  WITH due AS MATERIALIZED (
    SELECT s.order_id, s.as_of FROM order_source s WHERE s.organization_id = ${organizationId}::uuid AND s.money_due
  )
  SELECT o.external_code AS code, due.as_of AS "asOf", o.placed_at, o.id
  FROM due JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.id = due.order_id AND o.shop_id = ${shopId}::uuid AND ${hasMoney}
  WHERE NOT ${isFailed}`

/** Newest first. */
export const listUnsettled = (db: Db, shop: OfShop, limit: number): Promise<Candidate[]> =>
  db.$queryRaw<Candidate[]>`
    SELECT u.code, u."asOf" FROM (${unsettledOf(shop)}) u ORDER BY u.placed_at DESC, u.id DESC LIMIT ${limit}::int`

/** For each shop that has any. */
export async function countUnsettled(db: Db, organizationId: string): Promise<Map<string, number>> {
  const rows = await db.$queryRaw<{ shopId: string; count: number }[]>`
    SELECT x.shop_id AS "shopId", count(*)::int AS count FROM (
      SELECT o.shop_id FROM order_source s JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.id = s.order_id AND ${hasMoney}
      WHERE s.organization_id = ${organizationId}::uuid AND s.money_due AND o.shop_id IS NOT NULL AND NOT ${isFailed}
      LIMIT ${UNSETTLED_COUNTED}::int) x
    GROUP BY 1`
  return new Map(rows.map(({ shopId, count }) => [shopId, count]))
}

/** Whether the platform closed any of these orders, and has not been asked what it paid for it. */
export async function hasClosed(
  db: Db,
  { organizationId, shopId }: OfShop,
  codes: readonly string[],
): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM orders o JOIN order_source s ON s.organization_id = ${organizationId}::uuid AND s.order_id = o.id AND s.money_due
    WHERE o.organization_id = ${organizationId}::uuid AND o.platform = 'shopee' AND o.shop_id = ${shopId}::uuid
      AND o.external_code = ANY (${[...codes]}::text[]) AND o.platform_status = 'COMPLETED' LIMIT 1`
  return rows.length > 0
}

/** Those of these orders that are closed and whose payout is known: what is said of them now is about its correction, or nothing. */
export async function listSettled(
  db: Db,
  { organizationId, shopId }: OfShop,
  codes: readonly string[],
): Promise<string[]> {
  const rows = await db.$queryRaw<{ code: string }[]>`
    SELECT o.external_code AS code FROM orders o JOIN order_source s ON s.organization_id = ${organizationId}::uuid AND s.order_id = o.id
      AND s.source = 'api' AND NOT s.money_due
    WHERE o.organization_id = ${organizationId}::uuid AND o.platform = 'shopee' AND o.shop_id = ${shopId}::uuid
      AND o.external_code = ANY (${[...codes]}::text[]) AND o.platform_status = 'COMPLETED'
      AND EXISTS (SELECT 1 FROM release r WHERE r.organization_id = ${organizationId}::uuid AND r.shop_id = o.shop_id AND r.external_code = o.external_code)`
  return rows.map(({ code }) => code)
}

/** Subjects that are unchanged since they were read are settled; those changed meanwhile are due again. */
export async function markSettled(
  db: Db,
  { organizationId, shopId }: OfShop,
  settled: readonly Candidate[],
): Promise<void> {
  const rows = storedJson(settled.map(({ code, asOf }) => ({ code, asOf })))
  await db.$executeRaw`
    UPDATE order_source s SET money_as_of = r."asOf"
    FROM jsonb_to_recordset(${rows}::jsonb) AS r(code text, "asOf" timestamptz)
    JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.platform = 'shopee' AND o.shop_id = ${shopId}::uuid AND o.external_code = r.code
    WHERE s.organization_id = ${organizationId}::uuid AND s.order_id = o.id AND s.source = 'api'
      AND (s.money_as_of IS NULL OR s.money_as_of < r."asOf")`
}

/** Orders that will have none are not looked at every time; one that changes is due again. */
export async function skipMoneyless(db: Db, { organizationId, shopId }: OfShop): Promise<void> {
  await db.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('orders:' || ${shopId}, 0))::text`
  await db.$executeRaw`
    UPDATE order_source s SET money_as_of = s.as_of FROM orders o
    WHERE s.organization_id = ${organizationId}::uuid AND s.money_due AND o.organization_id = ${organizationId}::uuid AND o.id = s.order_id
      AND o.shop_id = ${shopId}::uuid AND o.status = 'cancelled' AND o.shipped_at IS NULL`
}
