import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { raised } from '@/lib/core/database/database-errors'
import { withOrganization, writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError, type ErrorCode } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import type { CountedProduct, CountEntryInput, EntryOutcome, RecountLineInput, UndoEntryInput } from './count-schema'
import { gtinForms } from '../products/gtin'

const refusals: Record<string, ErrorCode> = {
  count_not_found: 'notFound',
  count_closed: 'countClosed',
  entry_not_found: 'notFound',
}

type Counted = { units: bigint | null; moved: boolean }
type Entry = { productId: string; units: number; undoes: string | null; ageMs: number }

/** The call's key is the entry's id: sent again, however late, it adds nothing. */
async function count(db: Db, actor: Actor, countId: string, entry: Entry): Promise<Counted> {
  const id = actor.request?.key ?? newId()
  try {
    const [row] = await db.$queryRaw<[Counted]>`
      SELECT units, moved FROM count_stock(${countId}::uuid, ${id}::uuid, ${entry.productId}::uuid, ${entry.units}::int,
        ${entry.undoes}::uuid, ${actor.userId}::uuid, ${entry.ageMs}::int)`
    return row
  } catch (error) {
    const code = refusals[raised(error)?.name ?? '']
    throw code ? new UserError(code) : error
  }
}

/** Adds what somebody counted to the product's line; nothing for a code that names no product, a kit, or several. */
export function enterCount(actor: Actor, input: CountEntryInput): Promise<EntryOutcome> {
  const { organizationId, userId } = actor
  const { countId, productId, units, ageMs } = input
  return withOrganization(actor, async (db) => {
    const matches = productId ? await findById(db, organizationId, productId) : await findByCode(db, actor, input.code)
    const [first, second] = matches
    if (!first) return { outcome: 'unknown' }
    if (second) return { outcome: 'several', products: matches.map(asCounted) }
    const product = asCounted(first)
    if (first.isKit) return { outcome: 'kit', product }
    const line = await count(db, actor, countId, { productId: product.id, units, undoes: null, ageMs })
    const others = await db.$queryRaw<{ person: string; units: number }[]>`
      SELECT n.display_name AS person, sum(e.units)::int AS units FROM stock_count_line l
      JOIN stock_count_entry e ON e.organization_id = l.organization_id AND e.count_id = l.count_id
        AND e.product_id = l.product_id AND e.round = l.round
      JOIN list_actor_names(ARRAY(SELECT DISTINCT actor_id FROM stock_count_entry
        WHERE organization_id = ${organizationId}::uuid AND count_id = ${countId}::uuid AND product_id = ${product.id}::uuid)) n
        ON n.user_id = e.actor_id
      WHERE l.organization_id = ${organizationId}::uuid AND l.count_id = ${countId}::uuid AND l.product_id = ${product.id}::uuid
        AND e.actor_id IS DISTINCT FROM ${userId}::uuid
      GROUP BY 1 HAVING sum(e.units) <> 0 ORDER BY 1`
    return { outcome: 'counted', product, units: Number(line.units ?? 0n), moved: line.moved, others }
  })
}

type CountedRow = CountedProduct & { isKit: boolean }
const asCounted = ({ id, sku, title }: CountedRow): CountedProduct => ({ id, sku, title })

const find = (db: Db, organizationId: string, condition: Prisma.Sql) => db.$queryRaw<CountedRow[]>`
  SELECT p.id, p.sku::text AS sku, p.title, EXISTS (
    SELECT 1 FROM kit_component k WHERE k.organization_id = ${organizationId}::uuid AND k.kit_id = p.id) AS "isKit"
  FROM product p WHERE p.organization_id = ${organizationId}::uuid AND ${condition} ORDER BY p.archived_at NULLS FIRST, p.sku LIMIT 10`

async function findById(db: Db, organizationId: string, id: string): Promise<CountedRow[]> {
  const rows = await find(db, organizationId, Prisma.sql`p.id = ${id}::uuid`)
  if (rows.length === 0) throw new UserError('notFound')
  return rows
}

/** By SKU, else by barcode, as an order's lines are scanned. */
async function findByCode(db: Db, { organizationId }: Actor, code: string): Promise<CountedRow[]> {
  const bySku = await find(db, organizationId, Prisma.sql`p.sku_key = lower(${code})`)
  return bySku.length > 0 ? bySku : find(db, organizationId, Prisma.sql`p.barcodes && ${gtinForms(code)}::text[]`)
}

/** Takes an entry back, once; with the last of them the line is uncounted again. */
export function undoEntry(actor: Actor, { countId, undoes }: UndoEntryInput): Promise<{ units: number | null }> {
  const { organizationId } = actor
  return withOrganization(actor, async (db) => {
    const entry = await db.stockCountEntry.findFirst({
      where: { organizationId, id: undoes, countId },
      select: { productId: true },
    })
    if (!entry) throw new UserError('notFound')
    const { units } = await count(db, actor, countId, { productId: entry.productId, units: 0, undoes, ageMs: 0 })
    return { units: units === null ? null : Number(units) }
  })
}

/** Starts a product's count again: its earlier entries stay on record and no longer add up. */
export function recountLine(actor: Actor, { countId, productId, round }: RecountLineInput): Promise<{ round: number }> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    await holdOpen(db, organizationId, countId)
    const where = { organizationId, countId, productId }
    const line = await db.stockCountLine.findUnique({
      where: { organizationId_countId_productId: where },
      select: { units: true },
    })
    if (!line) throw new UserError('notFound')
    const { count: changed } = await db.stockCountLine.updateMany({
      where: { ...where, round },
      data: { round: { increment: 1 }, units: null, onHandAt: null, countedAt: null, moved: false },
    })
    if (changed === 0) throw new UserError('staleVersion')
    await recordAudit(db, actor, {
      event: 'stockCount.lineRestarted',
      subjectId: countId,
      before: { productId, units: line.units },
    })
    return { round: round + 1 }
  })
}

/** Until the transaction ends the session cannot be booked or cancelled; other entries go on. */
async function holdOpen(db: Db, organizationId: string, countId: string): Promise<void> {
  const [row] = await db.$queryRaw<{ state: string }[]>`
    SELECT state FROM stock_count WHERE organization_id = ${organizationId}::uuid AND id = ${countId}::uuid FOR SHARE`
  if (!row) throw new UserError('notFound')
  if (row.state !== 'open') throw new UserError('countClosed')
}
