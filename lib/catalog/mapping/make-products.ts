import 'server-only'
import { recordAudits } from '@/lib/core/audit/record'
import { withOrganization, type Actor, type Db } from '@/lib/core/db'
import type { Prisma } from '@/lib/generated/prisma/client'
import { maxTitleChars } from '../products/schema'
import { groupVariations } from './group-variations'
import { applyMappings } from './map-by-sku'
import { keepPhotos, type MadeProduct } from './keep-photos'
import type { Make, ProductsInput } from './products-run'
import type { RunSummary } from './run-view'

const AT_ONCE = 500
const TIMEOUT_MS = 60_000

/**
 * In the worker: products first, then their listings and orders, then opening counts, then photos. Each part of it done again changes
 * nothing, so work that was stopped goes on where it was.
 */
export async function runProducts(actor: Actor, runId: string): Promise<void> {
  const { organizationId } = actor
  const where = { organizationId_id: { organizationId, id: runId } }
  const run = await withOrganization(actor, (db) =>
    db.mappingRun.findUnique({ where, select: { input: true, state: true, summary: true, done: true } }),
  )
  if (!run || run.state !== 'applying') return
  const input = run.input as ProductsInput
  const summary = { ...(run.summary as RunSummary) }
  const updateRun = (db: Db, more: Prisma.MappingRunUpdateInput = {}) =>
    db.mappingRun.update({ where, data: { summary: { ...summary }, ...more }, select: { id: true } })
  for (const batch of chunks(input.makes))
    await withOrganization(actor, (db) => insertProducts(db, actor, batch), TIMEOUT_MS)
  await withOrganization(actor, (db) => restoreProducts(db, actor, input.restores))
  await applyMappings(actor, input, run.done, (db, { done, mapped, orders }) => {
    summary.changed = (summary.changed ?? 0) + mapped
    summary.orders = (summary.orders ?? 0) + orders
    return updateRun(db, { done: { increment: done } })
  })
  const mappedTo = [...new Set(input.rows.flatMap(({ product }) => product ?? []))]
  await withOrganization(actor, (db) => groupVariations(db, organizationId, mappedTo), TIMEOUT_MS)
  const made = await withOrganization(actor, (db) => listMade(db, organizationId, input.makes))
  summary.made = made.length
  if (input.opening) {
    summary.opened = 0
    for (const batch of chunks(made))
      summary.opened += await withOrganization(actor, (db) => openStock(db, actor, batch), TIMEOUT_MS)
  }
  await keepPhotos(actor, made, ({ kept, missing, left }) => {
    Object.assign(summary, { photos: kept, photosMissing: missing, photosLeft: left })
    return withOrganization(actor, (db) => updateRun(db))
  })
  await withOrganization(actor, async (db) => {
    const seen = await seeProducts(db, organizationId, [...made.map(({ id }) => id), ...input.restores])
    await updateRun(db, { state: 'done', finishedAt: new Date(), input: { ...input, seen } })
  })
}

/** How the run left its products: what differs later is somebody's use of them. */
export type Seen = { movement: string; versions: Record<string, number> }

async function seeProducts(db: Db, organizationId: string, ids: readonly string[]): Promise<Seen> {
  const rows = await db.$queryRaw<{ id: string; version: number }[]>`
    SELECT id, version FROM product WHERE organization_id = ${organizationId}::uuid AND id = ANY (${[...ids]}::uuid[])`
  const [last] = await db.$queryRaw<[{ movement: string }]>`
    SELECT coalesce(max(id), 0)::text AS movement FROM stock_movement WHERE organization_id = ${organizationId}::uuid`
  return { movement: last.movement, versions: Object.fromEntries(rows.map(({ id, version }) => [id, version])) }
}

function* chunks<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += AT_ONCE) yield all.slice(at, at + AT_ONCE)
}

/** A SKU that somebody has given to a product meanwhile keeps that one: its listing stays without. */
async function insertProducts(db: Db, actor: Actor, makes: readonly Make[]): Promise<void> {
  const made = await db.$queryRaw<{ id: string; sku: string; title: string }[]>`
    INSERT INTO product (organization_id, id, sku, title, barcodes, price_cents, weight_grams, length_mm, width_mm, height_mm)
    SELECT l.organization_id, m.product, m.sku, left(l.title || coalesce(' · ' || l.variation, ''), ${maxTitleChars}),
      CASE WHEN m.gtin IS NULL THEN '{}' ELSE ARRAY[m.gtin] END, m."priceCents", l.weight_grams, l.length_mm, l.width_mm, l.height_mm
    FROM jsonb_to_recordset(${JSON.stringify(makes)}::jsonb) AS m(product uuid, listing uuid, sku citext, gtin text, "priceCents" bigint)
    JOIN listing l ON l.organization_id = ${actor.organizationId}::uuid AND l.id = m.listing AND l.product_id IS NULL
    ORDER BY m.product
    ON CONFLICT DO NOTHING
    RETURNING id, sku::text AS sku, title`
  await recordAudits(
    db,
    actor,
    made.map(({ id, sku, title }) => ({ event: 'product.created', subjectId: id, after: { sku, title } })),
  )
}

async function restoreProducts(db: Db, actor: Actor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const restored = await db.$queryRaw<{ id: string; sku: string }[]>`
    UPDATE product SET archived_at = NULL, version = version + 1, updated_at = now()
    WHERE organization_id = ${actor.organizationId}::uuid AND id = ANY (${[...ids]}::uuid[]) AND archived_at IS NOT NULL
    RETURNING id, sku::text AS sku`
  await recordAudits(
    db,
    actor,
    restored.map(({ id, sku }) => ({ event: 'product.restored', subjectId: id, after: { sku } })),
  )
}

/** The products of the run that there are, with the first picture that their listings have. */
async function listMade(db: Db, organizationId: string, makes: readonly Make[]): Promise<MadeProduct[]> {
  const results: MadeProduct[] = []
  for (const batch of chunks(makes)) {
    const rows = await db.$queryRaw<Omit<MadeProduct, 'stock'>[]>`
      SELECT p.id, p.sku::text AS sku, p.title, (
        SELECT l.image_url FROM listing l WHERE l.organization_id = p.organization_id AND l.product_id = p.id AND l.image_url IS NOT NULL
        ORDER BY l.id LIMIT 1) AS "imageUrl"
      FROM product p WHERE p.organization_id = ${organizationId}::uuid AND p.id = ANY (${batch.map(({ product }) => product)}::uuid[])`
    const stock = new Map(batch.map((make) => [make.product, make.stock]))
    for (const row of rows) results.push({ ...row, stock: stock.get(row.id) ?? null })
  }
  return results
}

/**
 * The platform's offer is the free stock: with the units reserved by open orders it is the stock on the shelf. Booked
 * once, where the product was never counted.
 */
async function openStock(db: Db, { organizationId, userId }: Actor, made: readonly MadeProduct[]): Promise<number> {
  const counts = made.flatMap(({ id, stock }) => (stock === null ? [] : [{ product: id, stock }]))
  if (counts.length === 0) return 0
  const products = counts.map(({ product }) => product)
  await db.$queryRaw`SELECT count(*)::int FROM lock_stock(${products}::uuid[])`
  const [row] = await db.$queryRaw<[{ opened: number }]>`
    SELECT coalesce(sum(book_stock('product', c.product, ${userId}::uuid, NULL, jsonb_build_array(jsonb_build_object(
      'product', c.product, 'location', o.id, 'kind', 'opening', 'onHand', c.units)), true)), 0)::int AS opened
    FROM (
      SELECT x.product, x.stock - coalesce(l.on_hand - l.reserved, 0) AS units
      FROM jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) AS x(product uuid, stock bigint)
      JOIN stock_location own ON own.organization_id = ${organizationId}::uuid AND own.kind = 'own'
      LEFT JOIN stock_level l ON l.organization_id = own.organization_id AND l.location_id = own.id AND l.product_id = x.product
      WHERE NOT EXISTS (SELECT 1 FROM stock_movement m WHERE m.organization_id = own.organization_id AND m.product_id = x.product
        AND m.source_kind NOT IN ('order', 'return'))
      ORDER BY x.product
    ) c JOIN stock_location o ON o.organization_id = ${organizationId}::uuid AND o.kind = 'own' WHERE c.units <> 0`
  return row.opened
}
