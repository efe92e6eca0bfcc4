import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { getListing } from './queries'
import { differing, withinScope } from './preview-mapping'
import type { MapListingInput, RemapScope } from './schema'

/** Past orders that follow within the request; more of them are the worker's. */
export const ORDERS_AT_ONCE = 200

export type Mapped = { listingId: string; orders: number; runId: string | null }

/** Maps a listing to so many units of a product, or to none. The scope decides about past orders. */
export async function mapListing(actor: Actor, input: MapListingInput): Promise<Mapped> {
  const { organizationId, userId } = actor
  const { listingId, productId, how, scope, sinceDay } = input
  const quantity = productId ? input.quantity : 1
  if (scope === 'since' && !sinceDay)
    throw new UserError('invalidInput', { fields: { sinceDay: ['mapping.fields.day'] } })
  return writeOnce(actor, async (db) => {
    const listing = await getListing(db, organizationId, listingId)
    if (!listing) throw new UserError('notFound')
    await requireProduct(db, organizationId, productId)
    // The seen product may have been archived since; it is never another company's.
    if (input.seenProductId && !(await db.product.count({ where: { organizationId, id: input.seenProductId } })))
      throw new UserError('notFound')
    const rows = [
      {
        listing: listingId,
        product: productId,
        quantity,
        seenProduct: input.seenProductId,
        seenQuantity: input.seenQuantity,
      },
    ]
    const [changed] = await db.$queryRaw<{ listing_id: string }[]>`
      SELECT listing_id FROM map_listings(${JSON.stringify(rows)}::jsonb, ${how}::"MappingHow", ${userId}::uuid)`
    if (!changed) {
      const now = await getListing(db, organizationId, listingId)
      if (now?.productId !== productId || now.productQuantity !== quantity) throw new UserError('staleVersion')
    } else {
      await recordAudit(db, actor, {
        event: productId ? 'listing.mapped' : 'listing.unmapped',
        subjectId: listingId,
        before: { productId: input.seenProductId, quantity: input.seenQuantity },
        after: { productId, quantity, how, scope, sinceDay },
      })
    }
    return { listingId, ...(await startRemap(db, actor, { listingId, shopId: listing.shopId, scope, sinceDay })) }
  })
}

async function requireProduct(db: Db, organizationId: string, id: string | null): Promise<void> {
  if (!id) return
  const where = { organizationId, id, archivedAt: null }
  if (!(await db.product.findFirst({ where, select: { id: true } }))) throw new UserError('notFound')
}

export type Remap = { listingId: string; shopId: string; scope: RemapScope; sinceDay: string | null }

/** A few orders follow at once, many are left to the worker under a run that tells how far it is. */
async function startRemap(db: Db, actor: Actor, remap: Remap): Promise<{ orders: number; runId: string | null }> {
  if (remap.scope === 'future') return { orders: 0, runId: null }
  const first = await listOrdersToRemap(db, actor.organizationId, remap, ORDERS_AT_ONCE + 1)
  if (first.length > ORDERS_AT_ONCE) return { orders: 0, runId: await requestRemap(db, actor, remap) }
  return { orders: await remapOrders(db, actor, remap, first), runId: null }
}

/** Against what the listing is mapped to now. */
export async function listOrdersToRemap(
  db: Db,
  organizationId: string,
  remap: Remap,
  limit: number,
): Promise<string[]> {
  const listing = await getListing(db, organizationId, remap.listingId)
  if (!listing) return []
  const target = { productId: listing.productId, quantity: listing.productQuantity }
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT o.id FROM ${differing(organizationId, remap.listingId, target)} ${withinScope(remap.scope, remap.sinceDay)} LIMIT ${limit}`
  return rows.map(({ id }) => id)
}

export async function remapOrders(
  db: Db,
  { userId }: Actor,
  { listingId, shopId }: Pick<Remap, 'listingId' | 'shopId'>,
  orderIds: readonly string[],
): Promise<number> {
  if (orderIds.length === 0) return 0
  const [row] = await db.$queryRaw<[{ changed: number }]>`
    SELECT remap_orders(${shopId}::uuid, ARRAY[${listingId}]::uuid[], ${[...orderIds]}::uuid[], ${userId}::uuid) AS changed`
  return row.changed
}

async function requestRemap(db: Db, { organizationId, userId }: Actor, remap: Remap): Promise<string> {
  const listing = await getListing(db, organizationId, remap.listingId)
  const target = { productId: listing!.productId, quantity: listing!.productQuantity }
  const [{ total }] = await db.$queryRaw<[{ total: number }]>(
    Prisma.sql`SELECT count(DISTINCT o.id)::int AS total FROM ${differing(organizationId, remap.listingId, target)} ${withinScope(remap.scope, remap.sinceDay)}`,
  )
  const runId = newId()
  const data = {
    organizationId,
    id: runId,
    kind: 'remap',
    state: 'applying',
    input: remap,
    total,
    createdBy: userId,
  } as const
  await db.mappingRun.create({ data, select: { id: true } })
  await enqueueMappingRun(db, 'mapping-remap', { runId, userId }, remap.shopId)
  return runId
}

/** Runs of a shop follow each other. */
export async function enqueueMappingRun(
  db: Db,
  task: 'mapping-remap' | 'mapping-sheet-read' | 'mapping-sheet-apply' | 'mapping-products' | 'mapping-products-undo',
  payload: { runId: string; userId: string | null },
  queue: string,
): Promise<void> {
  await db.$executeRaw`
    SELECT enqueue_shop_job(${task}, ${JSON.stringify(payload)}::json, ${`${task}:${payload.runId}`}, ${`mapping:${queue}`})`
}

const BATCH_TIMEOUT_MS = 60_000

/** In the worker, some orders at a time, each batch committed: what is done stays done, and a second run goes on from there. */
export async function runRemap(actor: Actor, runId: string): Promise<void> {
  const { organizationId } = actor
  const where = { organizationId_id: { organizationId, id: runId } }
  const run = await withOrganization(actor, (db) =>
    db.mappingRun.findUnique({ where, select: { input: true, state: true } }),
  )
  if (!run || run.state !== 'applying') return
  const remap = run.input as Remap
  for (let changed = 1; changed > 0;)
    changed = await withOrganization(
      actor,
      async (db) => {
        const orders = await listOrdersToRemap(db, organizationId, remap, ORDERS_AT_ONCE)
        const done = await remapOrders(db, actor, remap, orders)
        await db.mappingRun.update({ where, data: { done: { increment: done } }, select: { id: true } })
        return done
      },
      BATCH_TIMEOUT_MS,
    )
  await withOrganization(actor, (db) =>
    db.mappingRun.update({ where, data: { state: 'done', finishedAt: new Date() }, select: { id: true } }),
  )
}
