import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import type { Day } from '@/lib/core/dates'
import { withOrganization, writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { matchWithdrawals } from '@/lib/money/bank/match-withdrawals'
import { enqueueReconcile } from '@/lib/money/reconciliation/mark'
import { lockImport } from '../order-imports/confirm-import'
import { enqueueImport } from '../order-imports/enqueue-import'
import { expireConfirmed } from '../order-imports/open-imports'
import type { ImportIdInput } from '../order-imports/schema'
import { checkAgain } from './check-again'
import { requireMoneyImport } from './may-import'
import { movableTypes, type MoneySummary, type MoneyUndo } from './schema'

const batchRows = 250

/**
 * `goes`: rows that this file alone brought. `stays`: rows that another file says too, that later files or the platform changed, that name
 * an order of the shop, or that a case is about. `found`: rows that were there already, which this file keeps there until it is taken back.
 * `closedMonths`: closed months whose figures these rows change.
 */
export type MoneyUndoPreview = { goes: number; stays: number; found: number; closedMonths: Day[] }

/** The effect of taking a money file back. */
export function previewMoneyUndo(actor: Actor, { importId }: ImportIdInput): Promise<MoneyUndoPreview> {
  requireMoneyImport(actor)
  return withOrganization(actor, async (db) => {
    await requireUndo(db, actor, importId)
    return countUndo(db, actor, importId)
  })
}

/** Leaves it to the worker to take off the shop what the file alone brought. */
export async function requestMoneyUndo(actor: Actor, { importId }: ImportIdInput): Promise<{ importId: string }> {
  requireMoneyImport(actor)
  return writeOnce(actor, async (db) => {
    const { shopId, undo } = await requireUndo(db, actor, importId)
    const undone = undo?.state === 'failed' ? undo.undone : 0
    const { goes, found } = await countUndo(db, actor, importId)
    if (undone + goes + found === 0) throw new UserError('importNothingToUndo')
    // Its rows do not expire meanwhile.
    await expireConfirmed(db, importId)
    await saveUndo(db, actor, importId, { state: 'running', undone, total: undone + goes })
    await enqueueImport(db, actor, 'import-move', importId)
    await recordAudit(db, actor, {
      event: 'import.undoRequested',
      subjectId: importId,
      before: { shopId },
      after: { rows: goes },
    })
    return { importId }
  })
}

/** Some rows at a time, each batch in one transaction: a second run goes on from there. */
export async function undoMoneyFile(actor: Actor, importId: string): Promise<void> {
  for (let isWaiting = true; isWaiting;)
    isWaiting = await withOrganization(actor, (db) => undoBatch(db, actor, importId), 60_000)
}

async function undoBatch(db: Db, actor: Actor, importId: string): Promise<boolean> {
  const { organizationId } = actor
  const { shopId, summary } = await lockImport(db, organizationId, importId, ['money'])
  const { money, undo } = summary as MoneySummary
  if (undo?.state !== 'running' || !money || !shopId) return false
  await checkAgain(db, actor, { shopId, type: money.type })
  const [{ next, free }] = await db.$queryRaw<[{ next: number[]; free: number[] }]>`
    WITH next AS MATERIALIZED (
      SELECT r.number, ${saidElsewhere} AS said FROM import_row r JOIN import m ON m.organization_id = r.organization_id AND m.id = r.import_id
      WHERE r.organization_id = ${organizationId}::uuid AND r.import_id = ${importId}::uuid AND r.outcome = 'written' ORDER BY r.number LIMIT ${batchRows})
    SELECT coalesce(array_agg(number), '{}') AS next, coalesce(array_agg(number) FILTER (WHERE NOT said), '{}') AS free FROM next`
  if (next.length === 0) {
    await endUndo(db, actor, importId, undo)
    if (money.type === 'wallet') await matchWithdrawals(db, organizationId)
    return false
  }
  const [{ taken }] = await db.$queryRaw<[{ taken: number[] }]>`
    SELECT take_money_off(${importId}::uuid, ${free}::int[]) AS taken`
  await db.importRow.deleteMany({ where: { organizationId, importId, number: { in: next } } })
  await saveUndo(db, actor, importId, { ...undo, undone: undo.undone + taken.length })
  return true
}

async function endUndo(db: Db, actor: Actor, importId: string, undo: MoneyUndo): Promise<void> {
  const { organizationId } = actor
  await saveUndo(db, actor, importId, { ...undo, state: 'done' })
  await db.importRow.deleteMany({ where: { organizationId, importId, outcome: 'same' } })
  await enqueueReconcile(db, organizationId)
  await recordAudit(db, actor, { event: 'import.undone', subjectId: importId, after: { rows: undo.undone } })
}

/** Says that it stopped; what is gone stays gone, and asking again goes on from there. */
export async function failUndo(db: Db, actor: Actor, importId: string, reference: string): Promise<void> {
  const { undo } = (await lockImport(db, actor.organizationId, importId, ['money'])).summary as MoneySummary
  if (undo?.state !== 'running') return
  await saveUndo(db, actor, importId, { ...undo, state: 'failed', reference })
  await recordAudit(db, actor, { event: 'import.undoFailed', subjectId: importId, after: { reference } })
}

const saveUndo = (db: Db, { organizationId }: Actor, importId: string, undo: MoneyUndo) => db.$executeRaw`
  UPDATE import SET summary = summary || ${JSON.stringify({ undo })}::jsonb
  WHERE organization_id = ${organizationId}::uuid AND id = ${importId}::uuid`

/** Throws where nothing of the file can be taken back. */
async function requireUndo(db: Db, { organizationId }: Actor, importId: string) {
  const { state, shopId, summary } = await lockImport(db, organizationId, importId, ['money'])
  const { money, move, undo } = summary as MoneySummary
  // A move that stopped half-way has rows at either shop: it is ended first.
  const isMoving = move !== undefined && move.state !== 'done'
  // One that stopped half-way has stored rows too.
  if ((state !== 'done' && state !== 'failed') || isMoving || undo?.state === 'running')
    throw new UserError('importNotReady')
  if (!money || !shopId || !movableTypes.includes(money.type)) throw new UserError('importNothingToUndo')
  return { shopId, undo }
}

/** Whether another file of that shop said the row `r` of the import `m` too, and found it there. */
const saidElsewhere = Prisma.sql`EXISTS (
  SELECT 1 FROM import n JOIN import_row s ON s.organization_id = n.organization_id AND s.import_id = n.id
  WHERE n.organization_id = m.organization_id AND n.id <> m.id AND n.kind = 'money' AND n.state IN ('applying', 'done')
    AND n.summary->'money'->'owner'->>'id' = m.shop_id::text AND n.summary->'money'->>'type' = m.summary->'money'->>'type'
    AND s.outcome = 'same' AND s.order_code = r.order_code
    AND (s.payload->'show'->'day', s.payload->'show'->'amountCents', s.payload->'show'->'text')
      IS NOT DISTINCT FROM (r.payload->'show'->'day', r.payload->'show'->'amountCents', r.payload->'show'->'text'))`

async function countUndo(db: Db, { organizationId }: Actor, importId: string): Promise<MoneyUndoPreview> {
  const [counts] = await db.$queryRaw<[MoneyUndoPreview]>`
    WITH kept AS MATERIALIZED (
      SELECT r.number, ${saidElsewhere} AS said FROM import_row r JOIN import m ON m.organization_id = r.organization_id AND m.id = r.import_id
      WHERE r.organization_id = ${organizationId}::uuid AND r.import_id = ${importId}::uuid AND r.outcome = 'written'
    ), judged AS MATERIALIZED (
      SELECT j.day FROM judge_money_move(${importId}::uuid) j JOIN kept k ON k.number = j.number AND NOT k.said)
    SELECT count(*)::int AS goes, (SELECT count(*) FROM kept)::int - count(*)::int AS stays,
      (SELECT count(*) FROM import_row r WHERE r.organization_id = ${organizationId}::uuid AND r.import_id = ${importId}::uuid AND r.outcome = 'same')::int AS found,
      array(SELECT DISTINCT c.month::text FROM judged j
        JOIN import m ON m.organization_id = ${organizationId}::uuid AND m.id = ${importId}::uuid
        JOIN month_close c ON c.organization_id = ${organizationId}::uuid AND c.legal_entity_id = entity_on(m.shop_id, j.day)
          AND c.month = date_trunc('month', j.day)::date AND c.reopened_at IS NULL
        ORDER BY 1) AS "closedMonths"
    FROM judged`
  return counts
}
