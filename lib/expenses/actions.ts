'use server'

import { memberAction } from '../auth/define-action'
import { createExpense } from './create-expense'
import { markExpense } from './mark-expense'
import { createExpenseInput, markExpenseInput, updateExpenseInput, voidExpenseInput } from './schema'
import { updateExpense } from './update-expense'
import { voidExpense } from './void-expense'

const permission = 'expense.write'

export const createExpenseAction = memberAction(createExpenseInput, createExpense, {
  name: 'expense.create',
  permission,
})
export const updateExpenseAction = memberAction(updateExpenseInput, updateExpense, {
  name: 'expense.update',
  permission,
})
export const markExpenseAction = memberAction(markExpenseInput, markExpense, { name: 'expense.mark', permission })
export const voidExpenseAction = memberAction(voidExpenseInput, voidExpense, { name: 'expense.void', permission })
