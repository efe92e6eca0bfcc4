import 'server-only'
import type { Day } from '@/lib/core/dates'
import { withOrganization, writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { matchWithdrawals } from '@/lib/money/bank/match-withdrawals'
import { lockImport } from '../order-imports/confirm-import'
import { findMoveShops, finishMove, saveMove, startMove } from '../order-imports/import-move'
import { expireConfirmed } from '../order-imports/open-imports'
import type { ImportMove, MoveImportInput } from '../order-imports/schema'
import { checkAgain } from './check-again'
import { judges } from './judge-items'
import { requireMoneyImport } from './may-import'
import { movableTypes, type MoneyFileType, type MoneySummary } from './schema'
import { writers } from './write-items'

const batchRows = 250
/** A row of ads is a day of every item. */
const adsDays = 5
const batchTimeoutMs = 60_000

/**
 * `moves`: rows that leave this shop for the other one. `stays`: rows that later files or the platform changed, that name an order of this
 * shop, or that a case is about. `closedMonths`: closed months whose figures these rows change.
 */
export type MoneyMovePreview = { moves: number; stays: number; closedMonths: Day[] }

/** The effect of moving a money file's rows to another shop. */
export function previewMoneyMove(actor: Actor, input: MoveImportInput): Promise<MoneyMovePreview> {
  requireMoneyImport(actor)
  return withOrganization(actor, async (db) => {
    await requireMove(db, actor, input)
    return countMove(db, actor, input)
  })
}

/** Leaves it to the worker to move what a money file wrote into the wrong shop. */
export async function requestMoneyMove(actor: Actor, input: MoveImportInput): Promise<{ importId: string }> {
  requireMoneyImport(actor)
  return writeOnce(actor, async (db) => {
    const shops = await requireMove(db, actor, input)
    const { moves } = await countMove(db, actor, input)
    // Its rows do not expire under the move.
    await expireConfirmed(db, input.importId)
    return startMove(db, actor, input, { ...shops, unit: 'rows', rest: moves })
  })
}

/** Runs in the worker, some rows at a time: each leaves the one shop and comes to the other in one transaction, so a second run goes on from there. */
export async function moveMoneyFile(actor: Actor, importId: string): Promise<void> {
  for (let isWaiting = true; isWaiting;)
    isWaiting = await withOrganization(actor, (db) => moveBatch(db, actor, importId), batchTimeoutMs)
}

async function moveBatch(db: Db, actor: Actor, importId: string): Promise<boolean> {
  const { organizationId } = actor
  const importRow = await lockImport(db, organizationId, importId, ['money'])
  const { move, money } = importRow.summary as MoneySummary
  if (move?.state !== 'running' || !money || !importRow.shopId) return false
  await checkAgain(db, actor, { shopId: importRow.shopId, type: money.type })
  const next = await db.importRow.findMany({
    where: { organizationId, importId, outcome: 'written' },
    orderBy: { number: 'asc' },
    take: money.type === 'ads' ? adsDays : batchRows,
    select: { number: true, payload: true },
  })
  if (next.length === 0) {
    await endMove(db, actor, importId, { move, type: money.type })
    return false
  }
  const numbers = next.map(({ number }) => number)
  const [{ taken }] = await db.$queryRaw<[{ taken: number[] }]>`
    SELECT take_money_off(${importId}::uuid, ${numbers}::int[]) AS taken`
  const rows = next
    .filter(({ number }) => taken.includes(number))
    .map(({ payload }) => (payload as unknown as { data: object }).data)
  const isNew = await write(db, actor, { type: money.type, rows, shopId: move.shopId })
  const added = taken.filter((_, i) => isNew[i])
  const where = (some: number[]) => ({ organizationId, importId, number: { in: some } })
  await db.importRow.updateMany({ where: where(added), data: { outcome: 'moved' } })
  await db.importRow.deleteMany({ where: where(numbers.filter((number) => !added.includes(number))) })
  await saveMove(db, organizationId, importId, { ...move, moved: move.moved + taken.length })
  return true
}

type Rows = { type: MoneyFileType; rows: object[]; shopId: string }

/** Which of the rows are new in that shop: those alone can move again. */
async function write(db: Db, actor: Actor, { type, rows, shopId }: Rows): Promise<boolean[]> {
  if (rows.length === 0) return []
  const place = { organizationId: actor.organizationId, ownerId: shopId }
  const verdicts = await judges[type](db, place, rows as never)
  await writers[type](db, place, rows as never, actor)
  return verdicts.map(({ outcome }) => outcome === 'new')
}

async function endMove(
  db: Db,
  actor: Actor,
  importId: string,
  { move, type }: { move: ImportMove; type: MoneyFileType },
): Promise<void> {
  const { organizationId } = actor
  const owner = JSON.stringify({ id: move.shopId, name: move.shopName })
  await db.$executeRaw`
    UPDATE import SET summary = jsonb_set(summary, '{money,owner}', ${owner}::jsonb)
    WHERE organization_id = ${organizationId}::uuid AND id = ${importId}::uuid`
  await db.importRow.updateMany({
    where: { organizationId, importId, outcome: 'moved' },
    data: { outcome: 'written' },
  })
  if (type === 'wallet') await matchWithdrawals(db, organizationId)
  await finishMove(db, actor, importId, { move, unit: 'rows' })
}

/** Throws where the file's rows cannot move there. */
async function requireMove(db: Db, actor: Actor, { importId, shopId }: MoveImportInput) {
  const importRow = await lockImport(db, actor.organizationId, importId, ['money'])
  const { move, money, undo } = importRow.summary as MoneySummary
  const isUndoing = undo !== undefined && undo.state !== 'done'
  if (importRow.state !== 'done' || move?.state === 'running' || isUndoing) throw new UserError('importNotReady')
  if (!money || !importRow.shopId || !movableTypes.includes(money.type)) throw new UserError('importNothingToMove')
  return findMoveShops(db, actor, { fromId: importRow.shopId, toId: shopId, move })
}

/** Between two shops of one legal entity a month's figures stay as they are. */
async function countMove(
  db: Db,
  { organizationId }: Actor,
  { importId, shopId }: MoveImportInput,
): Promise<MoneyMovePreview> {
  const [counts] = await db.$queryRaw<[MoneyMovePreview]>`
    WITH judged AS MATERIALIZED (SELECT day FROM judge_money_move(${importId}::uuid)),
    kept AS (SELECT count(*)::int AS n FROM import_row WHERE organization_id = ${organizationId}::uuid AND import_id = ${importId}::uuid AND outcome = 'written')
    SELECT count(*)::int AS moves, (SELECT n FROM kept) - count(*)::int AS stays,
      array(SELECT DISTINCT c.month::text FROM judged j
        JOIN import m ON m.organization_id = ${organizationId}::uuid AND m.id = ${importId}::uuid
        CROSS JOIN LATERAL (SELECT entity_on(m.shop_id, j.day) AS from_id, entity_on(${shopId}::uuid, j.day) AS to_id) e
        JOIN month_close c ON c.organization_id = ${organizationId}::uuid AND c.legal_entity_id IN (e.from_id, e.to_id)
          AND c.month = date_trunc('month', j.day)::date AND c.reopened_at IS NULL
        WHERE e.from_id <> e.to_id ORDER BY 1) AS "closedMonths"
    FROM judged`
  return counts
}
