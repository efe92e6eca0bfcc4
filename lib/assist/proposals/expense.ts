import 'server-only'
import { z } from 'zod'
import { isDay } from '@/lib/core/dates'
import { createExpense } from '@/lib/money/expenses/create-expense'
import { expenseKinds } from '@/lib/money/expenses/schema'
import { plainText } from '@/lib/core/text/text'
import { proposalKind } from './contract'

export const expenseProposal = proposalKind({
  name: 'expense',
  description: 'Add one expense of the company: what for, whole cents, fixed, variable or tax, and the day it is due.',
  permission: 'expense.write',
  schema: z.object({
    description: plainText({ min: 1, max: 200 }),
    amountCents: z.int().positive().max(99_999_999_999),
    kind: z.enum(expenseKinds),
    dueOn: z.string().refine(isDay, 'YYYY-MM-DD'),
    category: plainText({ max: 60 }).nullable().default(null),
  }),
  describe: async (_, { description, amountCents, kind, dueOn, category }) => ({
    seen: null,
    diff: [
      { label: 'description', unit: 'text', before: null, after: description },
      { label: 'amount', unit: 'cents', before: null, after: String(amountCents) },
      { label: 'expenseKind', unit: 'text', before: null, after: kind },
      { label: 'dueOn', unit: 'day', before: null, after: dueOn },
      ...(category ? [{ label: 'category', unit: 'text', before: null, after: category } as const] : []),
    ],
  }),
  apply: async (actor, { amountCents, ...input }) => {
    const { id } = await createExpense(actor, {
      ...input,
      amountCents: BigInt(amountCents),
      paidOn: null,
      fileId: null,
      place: null,
      repeat: null,
    })
    return id
  },
})
