import 'server-only'
import type { Actor } from '../db'
import { changeExpense } from './change-expense'
import { asDate } from './days'
import type { UpdateExpenseInput } from './schema'

export function updateExpense(actor: Actor, { id, version, ...input }: UpdateExpenseInput) {
  return changeExpense(actor, { id, version }, () => ({
    event: 'expense.updated',
    data: {
      ...input,
      dueOn: asDate(input.dueOn),
      status: input.paidOn ? 'paid' : 'pending',
      paidOn: input.paidOn && asDate(input.paidOn),
    },
  }))
}
