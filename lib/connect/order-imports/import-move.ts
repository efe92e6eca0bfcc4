import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import type { Actor, Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { enqueueReconcile } from '@/lib/money/reconciliation/mark'
import { lockImport } from './confirm-import'
import { enqueueImport } from './enqueue-import'
import { isHalfMoved, type ImportMove, type ImportSummary, type MoveImportInput } from './schema'

/** The move of an import to another shop: by orders where the import is a sheet of orders, by rows where it is a money file. */
type Unit = 'orders' | 'rows'
type Shop = { id: string; name: string }

type Way = { fromId: string; toId: string; move: ImportMove | undefined }

/** The shop of an import and the one that it moves to; where a move stopped half-way that one alone, with how many are there. */
export async function findMoveShops(db: Db, { organizationId }: Actor, { fromId, toId, move }: Way) {
  if (fromId === toId) throw new UserError('importNothingToMove')
  const moved = isHalfMoved(move) ? move.moved : 0
  if (moved > 0 && move?.shopId !== toId) throw new UserError('importNotReady')
  const select = { id: true, name: true }
  const to = await db.shop.findFirst({ where: { organizationId, id: toId, platform: 'shopee' }, select })
  const from = await db.shop.findFirstOrThrow({ where: { organizationId, id: fromId }, select })
  if (!to) throw new UserError('notFound')
  return { from, to, moved }
}

type Start = { from: Shop; to: Shop; moved: number; unit: Unit; rest: number }

/** Leaves the moving to the worker; one of which all had moved when it stopped still has to end. */
export async function startMove(db: Db, actor: Actor, { importId }: MoveImportInput, start: Start) {
  const { from, to, moved, unit, rest } = start
  if (moved + rest === 0) throw new UserError('importNothingToMove')
  const move: ImportMove = { state: 'running', shopId: to.id, shopName: to.name, moved, total: moved + rest }
  await saveMove(db, actor.organizationId, importId, move)
  await enqueueImport(db, actor, 'import-move', importId)
  await recordAudit(db, actor, {
    event: 'import.moveRequested',
    subjectId: importId,
    before: { shopId: from.id, shopName: from.name },
    after: { shopId: to.id, shopName: to.name, [unit]: rest },
  })
  return { importId }
}

/** The import is the other shop's from now on. */
export async function finishMove(
  db: Db,
  actor: Actor,
  importId: string,
  { move, unit }: { move: ImportMove; unit: Unit },
) {
  const { organizationId } = actor
  const { shopId, shopName, moved } = move
  const where = { organizationId_id: { organizationId, id: importId } }
  const before = await db.import.findUniqueOrThrow({ where, select: { shopId: true } })
  await saveMove(db, organizationId, importId, { ...move, state: 'done' })
  await db.import.update({ where, data: { shopId }, select: { id: true } })
  await enqueueReconcile(db, organizationId)
  await recordAudit(db, actor, {
    event: 'import.moved',
    subjectId: importId,
    before: { shopId: before.shopId },
    after: { shopId, shopName, [unit]: moved },
  })
}

/** Says that the moving stopped; what has moved stays, and asking again goes on from there. */
export async function failMove(db: Db, actor: Actor, importId: string, reference: string): Promise<void> {
  const { organizationId } = actor
  const { move } = (await lockImport(db, organizationId, importId, ['orders', 'money'])).summary as ImportSummary
  if (move?.state !== 'running') return
  await saveMove(db, organizationId, importId, { ...move, state: 'failed', reference })
  await recordAudit(db, actor, { event: 'import.moveFailed', subjectId: importId, after: { reference } })
}

export async function saveMove(db: Db, organizationId: string, importId: string, move: ImportMove): Promise<void> {
  await db.$executeRaw`
    UPDATE import SET summary = summary || ${JSON.stringify({ move })}::jsonb
    WHERE organization_id = ${organizationId}::uuid AND id = ${importId}::uuid`
}
