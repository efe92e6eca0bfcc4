import 'server-only'
import type { Actor } from '../db'
import { getLocalToday } from '../organizations/local-today'
import { changeExpense } from './change-expense'
import { asDate } from './days'
import type { MarkExpenseInput } from './schema'

/** Paid today, or pending again. */
export function markExpense(actor: Actor, { id, version, status }: MarkExpenseInput) {
  return changeExpense(actor, { id, version }, async (db) => ({
    event: status === 'paid' ? 'expense.paid' : 'expense.unpaid',
    data: {
      status,
      paidOn: status === 'paid' ? asDate(await getLocalToday(db, actor.organizationId)) : null,
    },
  }))
}
