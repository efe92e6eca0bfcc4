'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { createExpense } from './create-expense'
import { markExpense, markExpenses } from './mark-expense'
import { renameCategory } from './rename-category'
import {
  createExpenseInput,
  markExpenseInput,
  markExpensesInput,
  oneExpenseInput,
  renameCategoryInput,
  updateExpenseInput,
  voidExpenseInput,
} from './schema'
import { setSplit } from './set-split'
import { setSplitInput } from './split-schema'
import { updateExpense } from './update-expense'
import { endSeries, restoreExpense, voidExpense } from './void-expense'

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
export const markExpensesAction = memberAction(markExpensesInput, markExpenses, {
  name: 'expense.markMany',
  permission,
})
export const voidExpenseAction = memberAction(voidExpenseInput, voidExpense, { name: 'expense.void', permission })
export const restoreExpenseAction = memberAction(oneExpenseInput, restoreExpense, {
  name: 'expense.restore',
  permission,
})
export const endSeriesAction = memberAction(oneExpenseInput, endSeries, { name: 'expense.endSeries', permission })
export const renameCategoryAction = memberAction(renameCategoryInput, renameCategory, {
  name: 'expense.renameCategory',
  permission,
})
export const setSplitAction = memberAction(setSplitInput, setSplit, {
  name: 'expense.setSplit',
  permission: 'organization.edit',
})
