import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import type { AuditEventName } from '@/lib/core/audit/events'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { Prisma } from '@/lib/generated/prisma/client'
import { expenseFields, toAuditValues, type StoredExpense } from './record'

type Change = {
  event: AuditEventName
  data: Prisma.ExpenseUncheckedUpdateManyInput
}
type OneExpense = { id: string; version: number }

/** The one way a person changes an expense: of this version, not voided, with what it was and became in the trail. */
export async function changeExpense(
  actor: Actor,
  { id, version }: OneExpense,
  decide: (db: Db, before: StoredExpense) => Promise<Change> | Change,
): Promise<{ version: number }> {
  return writeOnce(actor, async (db) => {
    const before = await findExpense(db, actor.organizationId, id)
    if (!before || before.voidedAt) throw new UserError('notFound')
    const change = await decide(db, before)
    if (!(await writeChange(db, actor, before, version, change))) throw new UserError('staleVersion')
    return { version: version + 1 }
  })
}

export const findExpense = (db: Db, organizationId: string, id: string) =>
  db.expense.findUnique({ where: { organizationId_id: { organizationId, id } }, select: expenseFields })

/** False when the expense has another version by now, or has been voided. */
export async function writeChange(
  db: Db,
  actor: Actor,
  before: StoredExpense,
  version: number,
  { event, data }: Change,
): Promise<boolean> {
  const { organizationId } = actor
  const { count } = await db.expense.updateMany({
    where: { organizationId, id: before.id, version, voidedAt: before.voidedAt },
    data: { ...data, version: { increment: 1 } },
  })
  if (count === 0) return false
  const after = await findExpense(db, organizationId, before.id)
  await recordAudit(db, actor, {
    event,
    subjectId: before.id,
    before: toAuditValues(before),
    after: toAuditValues(after!),
  })
  return true
}
