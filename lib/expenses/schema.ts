import { z } from 'zod'
import { isDay } from '@/lib/dates'
import { maxMoneyCents } from '@/lib/money'

export const expenseKinds = ['fixed', 'variable', 'tax'] as const
export type ExpenseKind = (typeof expenseKinds)[number]
export const expenseStatuses = ['pending', 'paid'] as const
export type ExpenseStatus = (typeof expenseStatuses)[number]

const required = { error: 'expenseRequired' }
const day = z.string().refine(isDay, 'errors.dateInvalid')

const expenseFields = z.object({
  description: z
    .string()
    .trim()
    .max(200, 'expenses.fields.tooLong')
    .refine((text) => text.length > 0, { error: 'expenses.fields.titleRequired', params: required }),
  amountCents: z
    .bigint()
    .max(maxMoneyCents, 'errors.moneyInvalid')
    .nullable()
    .transform((cents, context) => {
      if (cents !== null && cents > 0n) return cents
      const missing = { message: 'expenses.fields.amountRequired', params: required }
      const zero = { message: 'expenses.fields.amountAboveZero' }
      context.addIssue({ code: 'custom', ...(cents === null ? missing : zero) })
      return z.NEVER
    }),
  kind: z.enum(expenseKinds),
  dueOn: day,
  category: z
    .string()
    .trim()
    .max(60, 'expenses.fields.tooLong')
    .transform((text) => text || null)
    .nullable(),
})

/** With the day it was paid the expense is paid, without it pending. */
export const createExpenseInput = expenseFields.extend({ paidOn: day.nullable() })
export type CreateExpenseInput = z.output<typeof createExpenseInput>

export const updateExpenseInput = createExpenseInput.extend({ id: z.uuid(), version: z.int().min(1) })
export type UpdateExpenseInput = z.output<typeof updateExpenseInput>

export const markExpenseInput = z.object({ id: z.uuid(), version: z.int().min(1), status: z.enum(expenseStatuses) })
export type MarkExpenseInput = z.output<typeof markExpenseInput>

export const voidExpenseInput = z.object({ id: z.uuid(), version: z.int().min(1) })
export type VoidExpenseInput = z.output<typeof voidExpenseInput>
