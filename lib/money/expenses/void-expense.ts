import 'server-only'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { changeExpense, findExpense, writeChange } from './change-expense'
import { expenseFields, type StoredExpense } from './record'
import type { ChangeScope, OneExpenseInput, VoidExpenseInput } from './schema'
import { lockSeries } from './series'
import { changeReached, listReached } from './series-members'

/** Takes an expense out of every list and sum, with the others of its series that the scope names; rows and trail stay. */
export function voidExpense(actor: Actor, { scope, ...one }: VoidExpenseInput) {
  return changeExpense(actor, one, async (db, before) => {
    const voidedAt = new Date()
    if (scope !== 'this' && before.seriesId) await voidOthers(db, actor, before, scope, voidedAt)
    return { event: 'expense.voided', data: { voidedAt } }
  })
}

/** Makes this one the last of its series: what was to come and is not paid goes. */
export function endSeries(actor: Actor, one: OneExpenseInput) {
  return changeExpense(actor, one, async (db, before) => {
    if (!before.seriesId) throw new UserError('notFound')
    await voidOthers(db, actor, before, 'following', new Date())
    return { event: 'expense.seriesEnded', data: {} }
  })
}

async function voidOthers(db: Db, actor: Actor, before: StoredExpense, scope: ChangeScope, voidedAt: Date) {
  const { organizationId } = actor
  const series = await lockSeries(db, organizationId, before.seriesId!)
  const reached = await listReached(db, organizationId, before, scope)
  await changeReached(db, actor, reached, 'expense.voided', () => ({ voidedAt }))
  await db.expenseSeries.updateMany({
    where: { organizationId, id: series.id, endedAt: null },
    data: { endedAt: voidedAt },
  })
}

/** Takes a voiding back: what went with it comes back with it, and a series that it ended goes on. */
export function restoreExpense(actor: Actor, { id, version }: OneExpenseInput): Promise<{ version: number }> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const before = await findExpense(db, organizationId, id)
    if (!before?.voidedAt) throw new UserError('notFound')
    const { voidedAt, seriesId } = before
    const back = { event: 'expense.restored', data: { voidedAt: null } } as const
    if (seriesId) await lockSeries(db, organizationId, seriesId)
    if (!(await writeChange(db, actor, before, version, back))) throw new UserError('staleVersion')
    if (seriesId) {
      const together = await db.expense.findMany({
        where: { organizationId, seriesId, voidedAt },
        select: expenseFields,
      })
      for (const other of together) await writeChange(db, actor, other, other.version, back)
      await db.expenseSeries.updateMany({
        where: { organizationId, id: seriesId, endedAt: voidedAt },
        data: { endedAt: null },
      })
    }
    return { version: version + 1 }
  })
}
