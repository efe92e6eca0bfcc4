import 'server-only'
import { callGlobal, withOrganization, type Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { logger } from '@/lib/core/logging/logger'

/**
 * Until then a booking may still appear behind one with a higher number, so all of them are looked at again: the other one's
 * transaction began at most one limit (WRITE_TIMEOUT_MS) after this one's, and may last as long itself; and a commit takes a moment.
 */
const SETTLED_AFTER_SECONDS = 2 * 60 + 10
const COMPARE_EVERY_MINUTES = 60
const PLAN_TIMEOUT_MS = 120_000

/**
 * The worker does this every few seconds for companies with a shop whose stock or prices we set: planning is a job of
 * its own, so that a slow company delays no other. One statement searches all of them, since the rest of the worker's
 * round waits for it.
 */
export async function requestPlans(): Promise<void> {
  const companies = await callGlobal<{ organizationId: string }>(
    Prisma.sql`SELECT organization_id AS "organizationId" FROM list_organizations_to_plan(${COMPARE_EVERY_MINUTES}::int)`,
  )
  for (const { organizationId } of companies) {
    const key = `plan-listing-updates:${organizationId}`
    await withOrganization(
      { organizationId },
      (db) => db.$executeRaw`SELECT enqueue_shop_job('plan-listing-updates', '{}', ${key}, ${key})`,
    ).catch((error: unknown) => logger().error({ err: error, organizationId }, 'pushes could not be planned'))
  }
}

/** Queues what new movements mean for the shops, once an hour what all of the stock means, and has sent what is due. */
export async function planCompanyListingUpdates(organizationId: string): Promise<number> {
  return withOrganization(
    { organizationId },
    async (db) => {
      const { movementId, comparisonDue } = await lockCursor(db, organizationId)
      const [moved] = await db.$queryRaw<[{ products: string[]; settled: bigint }]>`
        SELECT coalesce(array_agg(DISTINCT m.product_id), '{}') AS products,
          coalesce(max(m.id) FILTER (WHERE m.recorded_at < now() - make_interval(secs => ${SETTLED_AFTER_SECONDS})), ${movementId}::bigint) AS settled
        FROM stock_movement m WHERE m.organization_id = ${organizationId}::uuid AND m.id > ${movementId}::bigint`
      let queued = 0
      if (comparisonDue || moved.products.length > 0) {
        const products = comparisonDue ? null : moved.products
        for (const { id } of await listShops(db, organizationId)) queued += await planStock(db, id, products)
      }
      if (comparisonDue || moved.settled !== movementId)
        await db.$executeRaw`
          UPDATE listing_update_cursor SET movement_id = ${moved.settled}::bigint, compared_at = CASE WHEN ${comparisonDue} THEN now() ELSE compared_at END
          WHERE organization_id = ${organizationId}::uuid`
      await sendWhatIsDue(db, organizationId)
      return queued
    },
    PLAN_TIMEOUT_MS,
  )
}

async function lockCursor(db: Db, organizationId: string) {
  await db.$executeRaw`
    INSERT INTO listing_update_cursor (organization_id, compared_at) VALUES (${organizationId}::uuid, '-infinity') ON CONFLICT DO NOTHING`
  const [cursor] = await db.$queryRaw<[{ movementId: bigint; comparisonDue: boolean }]>`
    SELECT movement_id AS "movementId", compared_at < now() - make_interval(mins => ${COMPARE_EVERY_MINUTES}) AS "comparisonDue"
    FROM listing_update_cursor WHERE organization_id = ${organizationId}::uuid FOR UPDATE`
  return cursor
}

const listShops = (db: Db, organizationId: string) =>
  db.shop.findMany({
    where: { organizationId, status: 'active', stockMaster: 'mascate' },
    orderBy: { id: 'asc' },
    select: { id: true },
  })

/** For some products, or for all; answers how many listings wait again. */
export async function planStock(db: Db, shopId: string, productIds: readonly string[] | null): Promise<number> {
  const [row] = await db.$queryRaw<[{ queued: number }]>`
    SELECT plan_stock_updates(${shopId}::uuid, ${productIds ? [...productIds] : null}::uuid[]) AS queued`
  return row.queued
}

/** For all listings of a shop whose prices we set; answers how many wait again. */
export async function planPrices(db: Db, shopId: string): Promise<number> {
  const [row] = await db.$queryRaw<[{ queued: number }]>`SELECT queue_prices(${shopId}::uuid, NULL) AS queued`
  return row.queued
}

/** A product's change without a movement, as when a kit's parts change, is sent at once. */
export async function planProduct(db: Db, organizationId: string, productId: string): Promise<void> {
  for (const { id } of await listShops(db, organizationId))
    if ((await planStock(db, id, [productId])) > 0) await enqueueSending(db, id)
}

/**
 * Refused updates of this product's stock, alone or in kits, are sent again at once, with their attempts counted from
 * zero.
 */
export async function retryRefusedStock(db: Db, organizationId: string, productId: string): Promise<void> {
  const rows = await db.$queryRaw<{ shopId: string }[]>`
    UPDATE listing_update p SET state = 'waiting', attempts = 0, error_code = NULL, platform_text = NULL, next_at = NULL, queued_at = now()
    FROM listing l JOIN shop s ON s.organization_id = l.organization_id AND s.id = l.shop_id AND s.status = 'active' AND s.stock_master = 'mascate'
    WHERE p.organization_id = ${organizationId}::uuid AND p.kind = 'stock' AND p.state = 'failed'
      AND l.organization_id = p.organization_id AND l.id = p.listing_id AND (l.product_id = ${productId}::uuid OR l.product_id IN (
        SELECT k.kit_id FROM kit_component k WHERE k.organization_id = ${organizationId}::uuid AND k.component_id = ${productId}::uuid))
    RETURNING l.shop_id AS "shopId"`
  for (const shopId of new Set(rows.map((row) => row.shopId))) await enqueueSending(db, shopId)
}

/** The platform named no moment for the shop that is still to come. */
export const isNotHeld = Prisma.sql`(s.updates_held_until IS NULL OR s.updates_held_until <= now())`

/** The waiting updates of shops that we may write to now: as list_organizations_to_plan selects them. */
const due = (organizationId: string) => Prisma.sql`listing_update p
  JOIN listing l ON l.organization_id = p.organization_id AND l.id = p.listing_id
  JOIN shop s ON s.organization_id = l.organization_id AND s.id = l.shop_id AND s.status = 'active'
    AND CASE p.kind WHEN 'stock' THEN s.stock_master ELSE s.price_master END = 'mascate' AND ${isNotHeld}
  WHERE p.organization_id = ${organizationId}::uuid AND p.state = 'waiting' AND (p.next_at IS NULL OR p.next_at <= now())`

async function sendWhatIsDue(db: Db, organizationId: string): Promise<void> {
  const shops = await db.$queryRaw<{ id: string }[]>`SELECT DISTINCT s.id FROM ${due(organizationId)}`
  for (const { id } of shops) await enqueueSending(db, id)
}

/** Updates that waited for the platform are sent now; refused ones wait for their own turn. */
export async function releaseListingUpdates(
  db: Db,
  { organizationId, shopId }: { organizationId: string; shopId: string },
): Promise<void> {
  const released = await db.$executeRaw`
    UPDATE listing_update p SET next_at = NULL FROM listing l
    WHERE p.organization_id = ${organizationId}::uuid AND p.state = 'waiting' AND p.error_code IS NULL AND p.next_at IS NOT NULL
      AND l.organization_id = p.organization_id AND l.id = p.listing_id AND l.shop_id = ${shopId}::uuid`
  if (released > 0) await enqueueSending(db, shopId)
}

/** One job a shop sends at a time, and none before the moment that the platform named for the shop. */
export async function enqueueSending(db: Db, shopId: string, afterSeconds = 0): Promise<void> {
  const key = `send-listing-updates:${shopId}`
  await db.$executeRaw`
    SELECT enqueue_shop_job('send-listing-updates', ${JSON.stringify({ shopId })}::json, ${key}, ${key}, greatest(
      now() + make_interval(secs => ${afterSeconds}::int),
      (SELECT s.updates_held_until FROM shop s WHERE s.organization_id = current_organization() AND s.id = ${shopId}::uuid)))`
}
