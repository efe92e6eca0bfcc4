'use server'

import { memberAction } from '../auth/define-action'
import { createExpense } from './create-expense'
import { markExpense } from './mark-expense'
import { createExpenseInput, markExpenseInput, updateExpenseInput, voidExpenseInput } from './schema'
import { updateExpense } from './update-expense'
import { voidExpense } from './void-expense'

const permission = 'expense.write'

export const createExpenseAction = memberAction(createExpenseInput, createExpense, { permission })
export const updateExpenseAction = memberAction(updateExpenseInput, updateExpense, { permission })
export const markExpenseAction = memberAction(markExpenseInput, markExpense, { permission })
export const voidExpenseAction = memberAction(voidExpenseInput, voidExpense, { permission })
