import 'server-only'
import { matchWithdrawals } from '@/lib/money/bank/match-withdrawals'
import type { Actor, Db } from '@/lib/core/db'
import { enqueueRuleCheck } from '@/lib/money/fees/confirm-rules'
import { applySheet, type AppliedSheetBatch, type ApplySheetOptions } from '../order-imports/apply-sheet'
import { enqueueReconcile } from '@/lib/money/reconciliation/mark'
import { movableTypes, type MoneyFileType, type MoneyOutcome, type MoneySummary } from './schema'
import { writers, type Written } from './write-items'

const nothing = { created: 0, updated: 0, kept: 0, refused: 0, waiting: false, first: null, last: null }
/** A row of ads is a day of every item. */
const adsDays = 5
const matched: readonly MoneyFileType[] = ['wallet', 'bank']
/** Nothing of them is an order's money. */
const apart: readonly MoneyFileType[] = ['ads', 'bank', 'listings', 'stats', 'listingStats']

/** In the worker: what the preview of a file showed, exactly once. */
export const applyMoneyFile = (actor: Actor, importId: string, options?: ApplySheetOptions): Promise<void> =>
  applySheet(actor, importId, (db, size) => applyBatch(db, actor, importId, size), options)

type Taken = { number: number; outcome: MoneyOutcome; payload: { data: object } }

/** Writes the next rows and takes them off the stage, in one transaction. */
async function applyBatch(db: Db, actor: Actor, importId: string, size: number): Promise<AppliedSheetBatch> {
  const { organizationId } = actor
  const [row] = await db.$queryRaw<{ summary: MoneySummary }[]>`
    SELECT summary FROM import WHERE organization_id = ${organizationId}::uuid AND id = ${importId}::uuid AND state = 'applying' AND kind = 'money' FOR UPDATE`
  const { type, owner } = row?.summary.money ?? {}
  if (!type || !owner) return nothing
  const taken = await db.$queryRaw<Taken[]>`
    SELECT r.number, r.outcome, r.payload FROM import_row r WHERE r.organization_id = ${organizationId}::uuid AND r.import_id = ${importId}::uuid
      AND r.outcome IN ('new', 'changed') ORDER BY r.number LIMIT ${type === 'ads' ? Math.min(size, adsDays) : size}`
  if (taken.length === 0) return nothing
  const rows = taken.map(({ payload }) => payload.data)
  const written = await writers[type](db, { organizationId, ownerId: owner.id }, rows as never, actor)
  const numbers = taken.map(({ number }) => number)
  await keepWritten(db, { organizationId, importId, type, taken, written })
  await db.$executeRaw`
    SELECT add_sheet_result(${importId}::uuid, ${taken.length}::int, ${written.created}::int, ${written.updated}::int, ${written.kept}::int, 0)`
  const left = await db.importRow.findFirst({
    where: { organizationId, importId, outcome: { in: ['new', 'changed'] } },
    select: { number: true },
  })
  if (!left && matched.includes(type)) await matchWithdrawals(db, organizationId)
  if (!apart.includes(type)) await enqueueReconcile(db, organizationId)
  if (!left && type === 'income') await enqueueRuleCheck(db, organizationId)
  return { ...written, refused: 0, waiting: left !== null, first: numbers[0]!, last: numbers.at(-1)! }
}

type Batch = {
  organizationId: string
  importId: string
  type: MoneyFileType
  taken: readonly Taken[]
  written: Written
}

/**
 * Takes a batch off the stage. Rows that it alone wrote are kept until the import expires, so that they can move to another shop; where a row was
 * there already, the batch only says what the shop has, so that the file that brought it leaves it there when it is taken back.
 */
async function keepWritten(db: Db, { organizationId, importId, type, taken, written }: Batch): Promise<void> {
  const numbersOf = (outcome: MoneyOutcome) =>
    taken.filter((row) => row.outcome === outcome).map(({ number }) => number)
  const where = (numbers: number[]) => ({ organizationId, importId, number: { in: numbers } })
  const changed = numbersOf('changed')
  const isAlone = movableTypes.includes(type) && written.kept === 0 && written.updated === changed.length
  await db.importRow.deleteMany({ where: where(changed) })
  const outcome = isAlone ? 'written' : 'same'
  await db.importRow.updateMany({ where: where(numbersOf('new')), data: { outcome } })
}
