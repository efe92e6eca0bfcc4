import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import type { Day } from '@/lib/core/dates'
import { withOrganization, writeOnce, type Actor, type Db, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { skuMatches } from './queries'
import { enqueueMappingRun } from './map-listing'
import { withinScope } from './preview-mapping'
import type { MapBySkuInput, RemapScope } from './schema'

const AT_ONCE = 500

export type MappingRequest = {
  listing: string
  product: string | null
  quantity: number
  seenProduct: string | null
  seenQuantity: number
}
export type BulkInput = {
  rows: MappingRequest[]
  scope: RemapScope
  sinceDay?: Day | null
  how: 'sku' | 'sheet' | 'hand'
}
export type BulkRun = { runId: string; total: number }

/** Accepts all listings whose SKU is a product's, of one shop or of all; the worker does it and tells how far it is. */
export async function mapBySku(actor: Actor, { shopId, scope, sinceDay }: MapBySkuInput): Promise<BulkRun> {
  const { organizationId, userId } = actor
  return writeOnce(actor, async (db) => {
    const shop = shopId && { organizationId, id: shopId }
    if (shop && !(await db.shop.findFirst({ where: shop, select: { id: true } }))) throw new UserError('notFound')
    const rows = await listSkuMappings(db, organizationId, shopId, Prisma.empty)
    const runId = newId()
    const input: BulkInput = { rows, scope, sinceDay, how: 'sku' }
    const total = rows.length
    const data = {
      organizationId,
      id: runId,
      kind: 'sheet',
      state: 'applying',
      input,
      total,
      createdBy: userId,
    } as const
    await db.mappingRun.create({ data, select: { id: true } })
    await enqueueMappingRun(db, 'mapping-sheet-apply', { runId, userId }, organizationId)
    await recordAudit(db, actor, {
      event: 'listing.bulkMapped',
      subjectId: runId,
      after: { how: 'sku', total, scope, sinceDay, shopId },
    })
    return { runId, total }
  })
}

export const listSkuMappings = (db: Db, organizationId: string, shopId: string | null, more: Prisma.Sql) =>
  db.$queryRaw<MappingRequest[]>`
    SELECT l.id AS listing, p.id AS product, 1 AS quantity, NULL::uuid AS "seenProduct", l.product_quantity AS "seenQuantity"
    FROM ${skuMatches(organizationId, shopId)} ${more} ORDER BY l.shop_id, l.id LIMIT 20000`

/**
 * A listing that was never mapped or unmapped takes the product of its SKU by itself, from now on and for orders that
 * are still open; a person's decision stays.
 */
export async function mapNewBySku(scope: Scope & Actor): Promise<number> {
  const { organizationId } = scope
  const untouched = Prisma.sql`AND NOT EXISTS (
    SELECT 1 FROM listing_mapping m WHERE m.organization_id = ${organizationId}::uuid AND m.listing_id = l.id)`
  const rows = await withOrganization(scope, (db) => listSkuMappings(db, organizationId, null, untouched))
  return applyMappings(scope, { rows, scope: 'open', how: 'sku' }, 0, () => Promise.resolve())
}

export type Progress = { done: number; mapped: number; orders: number }

/** Some listings at a time, each batch committed, with a report after each. Done again, nothing changes. */
export async function applyMappings(
  actor: Actor,
  { rows, scope, sinceDay = null, how }: BulkInput,
  from: number,
  report: (db: Db, progress: Progress) => Promise<unknown>,
): Promise<number> {
  let all = 0
  for (let at = from; at < rows.length; at += AT_ONCE) {
    const batch = rows.slice(at, at + AT_ONCE)
    all += await withOrganization(actor, async (db) => {
      const changed = await db.$queryRaw<{ listing_id: string }[]>`
        SELECT listing_id FROM map_listings(${JSON.stringify(batch)}::jsonb, ${how}::"MappingHow", ${actor.userId}::uuid)`
      if (changed.length > 0)
        await recordAudit(db, actor, {
          event: 'listing.batchMapped',
          subjectId: changed[0]!.listing_id,
          after: { how, count: changed.length, listings: changed.map(({ listing_id }) => listing_id) },
        })
      await report(db, { done: batch.length, mapped: changed.length, orders: 0 })
      return changed.length
    })
  }
  if (scope === 'future') return all
  // After all of them, so that work that was stopped in between makes up for what it left out.
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await followOrders(
      actor,
      rows.slice(at, at + AT_ONCE).map(({ listing }) => listing),
      withinScope(scope, sinceDay),
      report,
    )
  return all
}

/** Orders of these listings take on what the listings are mapped to now. */
export async function followOrders(
  actor: Actor,
  listings: string[],
  within: Prisma.Sql,
  report: (db: Db, progress: Progress) => Promise<unknown>,
): Promise<void> {
  const { organizationId, userId } = actor
  for (let changed = 1; changed > 0;)
    changed = await withOrganization(
      actor,
      async (db) => {
        const [row] = await db.$queryRaw<[{ changed: number }]>`
        WITH found AS MATERIALIZED (
          SELECT DISTINCT o.shop_id, o.id FROM order_item i
          JOIN orders o ON o.organization_id = i.organization_id AND o.id = i.order_id ${within}
          JOIN listing l ON l.organization_id = i.organization_id AND l.id = i.listing_id
          WHERE i.organization_id = ${organizationId}::uuid AND i.listing_id = ANY (${listings}::uuid[])
            AND (i.product_id, i.product_quantity) IS DISTINCT FROM (l.product_id, l.product_quantity)
          ORDER BY 1, 2 LIMIT 200
        ), shop AS (SELECT shop_id, array_agg(id) AS ids FROM found GROUP BY 1 ORDER BY 1)
        SELECT coalesce(sum(remap_orders(shop.shop_id, ${listings}::uuid[], shop.ids, ${userId}::uuid)), 0)::int AS changed FROM shop`
        await report(db, { done: 0, mapped: 0, orders: row.changed })
        return row.changed
      },
      60_000,
    )
}
