import 'server-only'
import type { Actor } from '../db'
import { changeExpense } from './change-expense'
import type { VoidExpenseInput } from './schema'

/** Takes an expense out of every list and sum; the row and its trail stay. */
export function voidExpense(actor: Actor, input: VoidExpenseInput) {
  return changeExpense(actor, input, () => ({ event: 'expense.voided', data: { voidedAt: new Date() } }))
}
