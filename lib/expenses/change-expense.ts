import 'server-only'
import { recordAudit } from '../audit/record'
import type { AuditEventName } from '../audit/events'
import { writeOnce, type Actor, type Db } from '../db'
import { UserError } from '../errors'
import type { Prisma } from '../generated/prisma/client'
import { expenseFields, toExpense } from './queries'

type Change = {
  event: AuditEventName
  data: Prisma.ExpenseUpdateManyMutationInput
}

/** The one way an expense changes: of this version, not voided, with what it was and became in the trail. */
export async function changeExpense(
  actor: Actor,
  { id, version }: { id: string; version: number },
  decide: (db: Db) => Promise<Change> | Change,
): Promise<{ version: number }> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const where = { organizationId_id: { organizationId, id } }
    const before = await db.expense.findUnique({ where, select: { ...expenseFields, voidedAt: true } })
    if (!before || before.voidedAt) throw new UserError('notFound')
    const { event, data } = await decide(db)
    const { count } = await db.expense.updateMany({
      where: { organizationId, id, version, voidedAt: null },
      data: { ...data, version: { increment: 1 } },
    })
    if (count === 0) throw new UserError('staleVersion')
    const after = await db.expense.findUniqueOrThrow({ where, select: expenseFields })
    await recordAudit(db, actor, { event, subjectId: id, before: toExpense(before), after: toExpense(after) })
    return { version: version + 1 }
  })
}
