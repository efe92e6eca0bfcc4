import 'server-only'
import type { Day } from '@/lib/core/dates'
import { withOrganization, writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { enqueueEstimates } from '@/lib/money/fees/refresh-estimates'
import { lockImport } from './confirm-import'
import { findMoveShops, finishMove, saveMove, startMove } from './import-move'
import type { ImportMove, ImportSummary, MoveImportInput } from './schema'

const BATCH = 500
const TIMEOUT_MS = 60_000

/** How many orders would come to the other shop, why others stay, and the closed months that this changes. */
export type MovePreview = { moves: number; platform: number; case: number; known: number; closedMonths: Day[] }

export async function previewMove(actor: Actor, input: MoveImportInput): Promise<MovePreview> {
  return withOrganization(actor, async (db) => {
    await requireMove(db, actor, input)
    return countMove(db, actor, input)
  })
}

/** Leaves the moving of an import's orders to the worker: the sheet was of another shop. */
export async function requestMove(actor: Actor, input: MoveImportInput): Promise<{ importId: string }> {
  return writeOnce(actor, async (db) => {
    const shops = await requireMove(db, actor, input)
    const { moves } = await countMove(db, actor, input)
    return startMove(db, actor, input, { ...shops, unit: 'orders', rest: moves })
  })
}

/** Runs in the worker, some orders at a time; what has moved is not the old shop's any more, so a second run goes on from there. */
export async function moveImport(actor: Actor, importId: string): Promise<void> {
  for (let moved = 1; moved > 0;)
    moved = await withOrganization(actor, (db) => moveBatch(db, actor, importId), TIMEOUT_MS)
}

async function moveBatch(db: Db, actor: Actor, importId: string): Promise<number> {
  const { organizationId } = actor
  const result = await lockImport(db, organizationId, importId)
  const { move } = result.summary as ImportSummary
  if (move?.state !== 'running') return 0
  const [{ moved }] = await db.$queryRaw<[{ moved: number }]>`
    SELECT move_import_orders(${importId}::uuid, ${move.shopId}::uuid, ${BATCH}) AS moved`
  const done = { ...move, moved: move.moved + moved }
  if (moved > 0) await saveMove(db, organizationId, importId, done)
  else await endMove(db, actor, importId, done)
  return moved
}

async function endMove(db: Db, actor: Actor, importId: string, move: ImportMove): Promise<void> {
  const { organizationId } = actor
  const [days] = await db.$queryRaw<[{ from: string | null; to: string | null }]>`
    SELECT min(o.local_day)::text AS "from", max(o.local_day)::text AS "to" FROM order_source s
    JOIN orders o ON o.organization_id = s.organization_id AND o.id = s.order_id AND o.shop_id = ${move.shopId}::uuid
    WHERE s.organization_id = ${organizationId}::uuid AND s.import_id = ${importId}::uuid`
  if (days.from && days.to)
    await enqueueEstimates(db, organizationId, [{ shopId: move.shopId, from: days.from, to: days.to }])
  await finishMove(db, actor, importId, { move, unit: 'orders' })
}

/** Throws where the import cannot be moved there. */
async function requireMove(db: Db, actor: Actor, { importId, shopId }: MoveImportInput) {
  const result = await lockImport(db, actor.organizationId, importId)
  const { move, products } = result.summary as ImportSummary
  const isBusy = move?.state === 'running' || products?.state === 'running'
  if (result.state !== 'done' || !result.shopId || isBusy) throw new UserError('importNotReady')
  return findMoveShops(db, actor, { fromId: result.shopId, toId: shopId, move })
}

/** Within one legal entity a month changes only by fees that are estimated again. */
async function countMove(
  db: Db,
  { organizationId }: Actor,
  { importId, shopId }: MoveImportInput,
): Promise<MovePreview> {
  const [counts] = await db.$queryRaw<[MovePreview]>`
    WITH judged AS MATERIALIZED (SELECT order_id, why FROM judge_import_move(${importId}::uuid, ${shopId}::uuid))
    SELECT count(*) FILTER (WHERE why IS NULL)::int AS moves, count(*) FILTER (WHERE why = 'platform')::int AS platform,
      count(*) FILTER (WHERE why = 'case')::int AS "case", count(*) FILTER (WHERE why = 'known')::int AS known,
      array(SELECT DISTINCT c.month::text FROM judged j
        JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.id = j.order_id AND o.status NOT IN ('pending', 'cancelled')
        CROSS JOIN LATERAL (SELECT entity_on(o.shop_id, o.local_day) AS from_id, entity_on(${shopId}::uuid, o.local_day) AS to_id) e
        JOIN month_close c ON c.organization_id = ${organizationId}::uuid AND c.legal_entity_id IN (e.from_id, e.to_id)
          AND c.month = date_trunc('month', o.local_day)::date AND c.reopened_at IS NULL
        WHERE j.why IS NULL AND (e.from_id <> e.to_id OR o.fees_charged_cents IS NULL) ORDER BY 1) AS "closedMonths"
    FROM judged`
  return counts
}
