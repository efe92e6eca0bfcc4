import type { z } from 'zod'
import type { Day } from '@/lib/dates'
import type { FieldErrors } from '@/lib/errors'
import type { Language } from '@/lib/language'
import { formatAmount, parseMoney } from '@/lib/money'
import type { createExpenseInput, ExpenseKind } from './schema'

/** An expense as its form holds it. */
export type ExpenseDraft = {
  description: string
  amount: string
  kind: ExpenseKind
  dueOn: Day | null
  category: string
  paid: boolean
  paidOn: Day | null
}

type ExpenseInput = z.input<typeof createExpenseInput>
export type ReadDraft = { ok: true; input: ExpenseInput } | { ok: false; fields: FieldErrors }

export const emptyDraft = (today: Day): ExpenseDraft => ({
  description: '',
  amount: '',
  kind: 'variable',
  dueOn: today,
  category: '',
  paid: false,
  paidOn: today,
})

type Stored = Omit<ExpenseInput, 'amountCents'> & { amountCents: bigint }

export const draftOf = (expense: Stored, today: Day, language: Language): ExpenseDraft => ({
  description: expense.description,
  amount: formatAmount(expense.amountCents, language),
  kind: expense.kind,
  dueOn: expense.dueOn,
  category: expense.category ?? '',
  paid: expense.paidOn !== null,
  paidOn: expense.paidOn ?? today,
})

/** What was typed as the action takes it; what cannot be read is said at its field. */
export function readDraft(draft: ExpenseDraft, language: Language): ReadDraft {
  const fields: FieldErrors = {}
  const amount = draft.amount.trim() === '' ? null : parseMoney(draft.amount, language)
  if (amount && !amount.ok) fields.amountCents = [`errors.${amount.error}`]
  if (draft.dueOn === null) fields.dueOn = ['errors.dateInvalid']
  if (draft.paid && draft.paidOn === null) fields.paidOn = ['errors.dateInvalid']
  if (Object.keys(fields).length > 0 || draft.dueOn === null) return { ok: false, fields }
  const { description, kind, dueOn, category, paid, paidOn } = draft
  const amountCents = amount?.ok ? amount.cents : null
  return { ok: true, input: { description, amountCents, kind, dueOn, category, paidOn: paid ? paidOn : null } }
}
