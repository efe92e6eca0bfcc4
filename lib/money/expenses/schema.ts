import { z } from 'zod'
import { isDay } from '@/lib/core/dates'
import { maxMoneyCents } from '@/lib/core/money'
import { recordVersion } from '@/lib/core/record-version'
import { plainText } from '@/lib/core/text/text'
import { maxInstalments, repeatingRhythms } from './rhythm'

export const expenseKinds = ['fixed', 'variable', 'tax'] as const
export type ExpenseKind = (typeof expenseKinds)[number]
export const expenseStatuses = ['pending', 'paid'] as const
export type ExpenseStatus = (typeof expenseStatuses)[number]

export const placeTypes = ['shop', 'channel', 'entity'] as const
export type PlaceType = (typeof placeTypes)[number]

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

/** Whose it is: null is the whole company's. */
const place = z
  .object({ type: z.enum(placeTypes), id: z.uuid() })
  .nullable()
  .default(null)

const repeating = z
  .object({
    rhythm: z.enum(repeatingRhythms),
    untilOn: day.nullable(),
    times: z.int('expenses.fields.timesInvalid').min(2, 'expenses.fields.timesInvalid').max(600).nullable(),
  })
  .refine(({ untilOn, times }) => untilOn === null || times === null)
const instalments = z.object({
  rhythm: z.literal('instalments'),
  dueDays: z
    .array(day)
    .min(2, 'expenses.fields.instalmentsCount')
    .max(maxInstalments, 'expenses.fields.instalmentsCount'),
})
export const repeatInput = z.union([repeating, instalments])
export type RepeatInput = z.output<typeof repeatInput>

/** With the day it was paid the expense is paid, without it pending. In a series, these are the first one's. */
export const createExpenseInput = expenseFields
  .extend({ place, paidOn: day.nullable(), fileId: z.uuid().nullable().default(null) })
  .extend({ repeat: repeatInput.nullable().default(null) })
export type CreateExpenseInput = z.output<typeof createExpenseInput>

/** The scope of a change in a series: this one, this and the following ones, or all that are not paid yet. */
export const changeScopes = ['this', 'following', 'open'] as const
export type ChangeScope = (typeof changeScopes)[number]
const scope = z.enum(changeScopes).default('this')
const one = { id: z.uuid(), version: recordVersion }

export const updateExpenseInput = createExpenseInput.omit({ repeat: true }).extend({ ...one, scope })
export type UpdateExpenseInput = z.output<typeof updateExpenseInput>

export const markExpenseInput = z.object({ ...one, status: z.enum(expenseStatuses) })
export type MarkExpenseInput = z.output<typeof markExpenseInput>

export const voidExpenseInput = z.object({ ...one, scope })
export type VoidExpenseInput = z.output<typeof voidExpenseInput>

export const oneExpenseInput = z.object(one)
export type OneExpenseInput = z.output<typeof oneExpenseInput>

export const maxMarkedAtOnce = 200
/** `paidOn` is read for paid ones alone; null is today. */
export const markExpensesInput = z.object({
  rows: z.array(z.object(one)).min(1).max(maxMarkedAtOnce),
  status: z.enum(expenseStatuses),
  paidOn: day.nullable(),
})
export type MarkExpensesInput = z.output<typeof markExpensesInput>

const categoryName = plainText({ max: 60, long: 'expenses.fields.tooLong' })
/** Empty: the expenses of that category have none from then on. */
export const renameCategoryInput = z.object({ from: categoryName, to: categoryName })
export type RenameCategoryInput = z.output<typeof renameCategoryInput>
