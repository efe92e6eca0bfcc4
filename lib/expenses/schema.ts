import { z } from 'zod'
import { isDay } from '@/lib/dates'
import { maxMoneyCents } from '@/lib/money'
import { recordVersion } from '@/lib/record-version'
import { plainText } from '@/lib/text'

export const expenseKinds = ['fixed', 'variable', 'tax'] as const
export type ExpenseKind = (typeof expenseKinds)[number]
export const expenseStatuses = ['pending', 'paid'] as const
export type ExpenseStatus = (typeof expenseStatuses)[number]

const required = { error: 'expenseRequired' }
const day = z.string().refine(isDay, 'errors.dateInvalid')

const expenseFields = z.object({
  description: plainText({ max: 200, long: 'expenses.fields.tooLong' }).refine((text) => text.length > 0, {
    error: 'expenses.fields.titleRequired',
    params: required,
  }),
  amountCents: z
    .bigint()
    .max(maxMoneyCents, 'errors.moneyTooLarge')
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
  category: plainText({ max: 60, long: 'expenses.fields.tooLong' })
    .transform((text) => text || null)
    .nullable(),
})

/** With the day it was paid the expense is paid, without it pending. */
export const createExpenseInput = expenseFields.extend({ paidOn: day.nullable() })
export type CreateExpenseInput = z.output<typeof createExpenseInput>

export const updateExpenseInput = createExpenseInput.extend({ id: z.uuid(), version: recordVersion })
export type UpdateExpenseInput = z.output<typeof updateExpenseInput>

export const markExpenseInput = z.object({ id: z.uuid(), version: recordVersion, status: z.enum(expenseStatuses) })
export type MarkExpenseInput = z.output<typeof markExpenseInput>

export const voidExpenseInput = z.object({ id: z.uuid(), version: recordVersion })
export type VoidExpenseInput = z.output<typeof voidExpenseInput>
