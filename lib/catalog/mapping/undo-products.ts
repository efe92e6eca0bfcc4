import 'server-only'
import { recordAudit, recordAudits } from '@/lib/core/audit/record'
import { withOrganization, writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import type { Seen } from './make-products'
import { applyMappings, followOrders } from './map-by-sku'
import { enqueueMappingRun } from './map-listing'
import type { ProductsInput } from './products-run'
import type { RunSummary, StayReason } from './run-view'
import type { UndoProductsInput } from './schema'

const ORDERS_TIMEOUT_MS = 60_000
/** The products that stay are named up to so many. */
const NAMED = 100

type Doing = { products: string[]; listings: { id: string; product: string }[] }
type UndoInput = { of: string; doing?: Doing }

/** Removes a run's products that were not used since, by the worker. A repeated call answers its first run. */
export async function undoProducts(actor: Actor, { runId }: UndoProductsInput): Promise<{ runId: string }> {
  const { organizationId, userId } = actor
  return writeOnce(actor, async (db) => {
    const [made] = await db.$queryRaw<{ state: string }[]>`
      SELECT state::text AS state FROM mapping_run
      WHERE organization_id = ${organizationId}::uuid AND id = ${runId}::uuid AND kind = 'products' FOR UPDATE`
    if (!made) throw new UserError('notFound')
    if (made.state !== 'done') throw new UserError('staleVersion')
    const before = await db.mappingRun.findFirst({
      where: {
        organizationId,
        kind: 'productsUndo',
        state: { not: 'failed' },
        input: { path: ['of'], equals: runId },
      },
      select: { id: true },
    })
    if (before) return { runId: before.id }
    const id = newId()
    const input: UndoInput = { of: runId }
    const data = { organizationId, id, kind: 'productsUndo', state: 'applying', input, createdBy: userId } as const
    await db.mappingRun.create({ data, select: { id: true } })
    await enqueueMappingRun(db, 'mapping-products-undo', { runId: id, userId }, organizationId)
    await recordAudit(db, actor, { event: 'listing.productsUndone', subjectId: runId, after: { run: id } })
    return { runId: id }
  })
}

/** In the worker: listings and their orders are let go first, then stock is taken off, then the products are archived. */
export async function runProductsUndo(actor: Actor, runId: string): Promise<void> {
  const { organizationId } = actor
  const where = { organizationId_id: { organizationId, id: runId } }
  const run = await withOrganization(actor, (db) =>
    db.mappingRun.findUnique({ where, select: { input: true, state: true, summary: true, done: true } }),
  )
  if (!run || run.state !== 'applying') return
  const input = run.input as UndoInput
  const summary = { ...(run.summary as RunSummary) }
  const doing = input.doing ?? (await decide(actor, runId, input, summary))
  const updateRun = (db: Db, more: Prisma.MappingRunUpdateInput = {}) =>
    db.mappingRun.update({ where, data: { summary: { ...summary }, ...more }, select: { id: true } })
  const rows = doing.listings.map(({ id, product }) => ({
    listing: id,
    product: null,
    quantity: 1,
    seenProduct: product,
    seenQuantity: 1,
  }))
  await applyMappings(actor, { rows, scope: 'future', how: 'hand' }, run.done, (db, { done, mapped }) => {
    summary.changed = (summary.changed ?? 0) + mapped
    return updateRun(db, { done: { increment: done } })
  })
  const listings = doing.listings.map(({ id }) => id)
  const products = [...new Set(doing.listings.map(({ product }) => product))]
  const within = Prisma.sql`AND i.product_id = ANY (${products}::uuid[])`
  await followOrders(actor, listings, within, (db, { orders }) => {
    summary.orders = (summary.orders ?? 0) + orders
    return updateRun(db)
  })
  await withOrganization(
    actor,
    async (db) => {
      const used = await takeOff(db, actor, runId, { of: input.of, products: doing.products })
      summary.takenBack = doing.products.length - used.length
      summary.staying = (summary.staying ?? 0) + used.length
      summary.stays = [...(summary.stays ?? []), ...used].slice(0, NAMED)
      await updateRun(db, { state: 'done', finishedAt: new Date() })
    },
    ORDERS_TIMEOUT_MS,
  )
}

/** Once, so that work that goes on later means the same products. */
async function decide(actor: Actor, runId: string, { of }: UndoInput, summary: RunSummary): Promise<Doing> {
  const { organizationId } = actor
  return withOrganization(
    actor,
    async (db) => {
      const { input, finishedAt } = await readMade(db, organizationId, of)
      const products = await listUses(db, organizationId, input, finishedAt)
      const free = new Set(products.filter(({ why }) => why === null).map(({ id }) => id))
      const own = new Set([...input.makes.map(({ product }) => product), ...input.restores])
      const stays = products.filter(isUsed)
      const listings = (await listMapped(db, organizationId, input, finishedAt)).filter(({ product, isSold }) =>
        own.has(product) ? free.has(product) : !isSold,
      )
      const doing: Doing = { products: [...free], listings: listings.map(({ id, product }) => ({ id, product })) }
      Object.assign(summary, { takenBack: free.size, staying: stays.length, stays: stays.slice(0, NAMED) })
      await db.mappingRun.update({
        where: { organizationId_id: { organizationId, id: runId } },
        data: { input: { of, doing }, total: listings.length, summary: { ...summary } },
        select: { id: true },
      })
      return doing
    },
    ORDERS_TIMEOUT_MS,
  )
}

type MadeRun = { input: ProductsInput & { seen: Seen }; finishedAt: Date }

async function readMade(db: Db, organizationId: string, id: string): Promise<MadeRun> {
  const made = await db.mappingRun.findUniqueOrThrow({
    where: { organizationId_id: { organizationId, id } },
    select: { input: true, finishedAt: true },
  })
  return { input: made.input as MadeRun['input'], finishedAt: made.finishedAt! }
}

type Use = { id: string; sku: string; title: string; why: StayReason | null }
type Used = Use & { why: StayReason }
const isUsed = (use: Use): use is Used => use.why !== null
/** The uses that letting go of listings and orders does not look like itself. */
const byPerson: readonly StayReason[] = ['edited', 'cost', 'sold']

/** The first use of each product that the run made or took out of the archive; null for none. */
const listUses = (
  db: Db,
  organizationId: string,
  { makes, restores, rows, seen }: ProductsInput & { seen: Seen },
  finishedAt: Date,
) =>
  db.$queryRaw<Use[]>`
    WITH own AS (
      SELECT v.key::uuid AS id, v.value::int AS version, v.key = ANY (${makes.map(({ product }) => product)}) AS made
      FROM jsonb_each_text(${JSON.stringify(seen.versions)}::jsonb) v
      WHERE v.key = ANY (${[...makes.map(({ product }) => product), ...restores]})
    )
    SELECT p.id, p.sku::text AS sku, p.title, CASE
      WHEN p.version <> own.version THEN 'edited'
      WHEN own.made AND EXISTS (SELECT 1 FROM product_cost c WHERE c.organization_id = p.organization_id AND c.product_id = p.id) THEN 'cost'
      WHEN EXISTS (SELECT 1 FROM order_item i JOIN orders o ON o.organization_id = i.organization_id AND o.id = i.order_id
        WHERE i.organization_id = p.organization_id AND i.product_id = p.id AND o.created_at > ${finishedAt}) THEN 'sold'
      WHEN EXISTS (SELECT 1 FROM stock_movement m WHERE m.organization_id = p.organization_id AND m.product_id = p.id AND m.id > ${seen.movement}::bigint)
        OR EXISTS (SELECT 1 FROM stock_count_line t WHERE own.made AND t.organization_id = p.organization_id AND t.product_id = p.id) THEN 'stock'
      WHEN EXISTS (SELECT 1 FROM listing l WHERE l.organization_id = p.organization_id AND l.product_id = p.id
        AND (l.product_quantity <> 1 OR NOT l.id = ANY (${rows.map(({ listing }) => listing)}::uuid[]))) THEN 'mapped'
      WHEN EXISTS (SELECT 1 FROM kit_component k WHERE k.organization_id = p.organization_id AND p.id IN (k.kit_id, k.component_id)) THEN 'kit'
      WHEN EXISTS (SELECT 1 FROM supplier_product s WHERE own.made AND s.organization_id = p.organization_id AND s.product_id = p.id)
        OR EXISTS (SELECT 1 FROM purchase_order_line b WHERE own.made AND b.organization_id = p.organization_id AND b.product_id = p.id) THEN 'purchase'
    END AS why
    FROM own JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = own.id
    WHERE p.archived_at IS NULL ORDER BY p.title, p.id`

type MappedListing = { id: string; product: string; isSold: boolean }

/** Listings that stand as the run mapped them. */
const listMapped = (db: Db, organizationId: string, { rows }: ProductsInput, finishedAt: Date) =>
  db.$queryRaw<MappedListing[]>`
    SELECT l.id, l.product_id AS product, EXISTS (
      SELECT 1 FROM order_item i JOIN orders o ON o.organization_id = i.organization_id AND o.id = i.order_id
      WHERE i.organization_id = l.organization_id AND i.listing_id = l.id AND o.created_at > ${finishedAt}) AS "isSold"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x(listing uuid, product uuid)
    JOIN listing l ON l.organization_id = ${organizationId}::uuid AND l.id = x.listing AND l.product_id = x.product AND l.product_quantity = 1
    ORDER BY l.shop_id, l.id`

/** Answers those that somebody has used since it was decided, which stay. An order locks its stock too: one that comes now waits. */
async function takeOff(
  db: Db,
  actor: Actor,
  runId: string,
  { of, products }: { of: string; products: readonly string[] },
): Promise<Used[]> {
  if (products.length === 0) return []
  const all = [...products].sort()
  await db.$queryRaw`SELECT count(*)::int FROM lock_stock(${all}::uuid[])`
  const { input, finishedAt } = await readMade(db, actor.organizationId, of)
  const used = (await listUses(db, actor.organizationId, input, finishedAt))
    .filter(isUsed)
    .filter(({ id, why }) => byPerson.includes(why) && products.includes(id))
  const ids = all.filter((id) => used.every((one) => one.id !== id))
  // Made products hold no more than their opening count; what was in the archive keeps what it had.
  await db.$queryRaw`
    SELECT count(book_stock('adjustment', ${runId}::uuid, ${actor.userId}::uuid, NULL, jsonb_build_array(jsonb_build_object(
      'product', l.product_id, 'location', l.location_id, 'kind', 'adjustment', 'onHand', -m.on_hand_delta)), true))::int
    FROM stock_movement m JOIN stock_level l ON l.organization_id = m.organization_id AND l.product_id = m.product_id AND l.location_id = m.location_id
    WHERE m.organization_id = ${actor.organizationId}::uuid AND m.product_id = ANY (${ids}::uuid[]) AND m.kind = 'opening'
      AND m.source_kind = 'product' AND m.source_id = m.product_id
      AND m.product_id IN (SELECT (x->>'product')::uuid FROM mapping_run u JOIN mapping_run r ON r.organization_id = u.organization_id AND r.id = (u.input->>'of')::uuid,
        jsonb_array_elements(r.input->'makes') x WHERE u.organization_id = ${actor.organizationId}::uuid AND u.id = ${runId}::uuid)`
  const archived = await db.$queryRaw<{ id: string; sku: string }[]>`
    UPDATE product SET archived_at = now(), version = version + 1, updated_at = now()
    WHERE organization_id = ${actor.organizationId}::uuid AND id = ANY (${ids}::uuid[]) AND archived_at IS NULL
    RETURNING id, sku::text AS sku`
  await recordAudits(
    db,
    actor,
    archived.map(({ id, sku }) => ({ event: 'product.archived', subjectId: id, after: { sku } })),
  )
  return used
}
