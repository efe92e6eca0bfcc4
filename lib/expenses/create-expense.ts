import 'server-only'
import { recordAudit } from '../audit/record'
import { writeOnce, type Actor } from '../db'
import { newId } from '../ids'
import { asDate } from './days'
import type { CreateExpenseInput } from './schema'

export async function createExpense(actor: Actor, input: CreateExpenseInput): Promise<{ id: string }> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const id = newId()
    await db.expense.create({
      data: {
        organizationId,
        id,
        ...input,
        dueOn: asDate(input.dueOn),
        status: input.paidOn ? 'paid' : 'pending',
        paidOn: input.paidOn && asDate(input.paidOn),
      },
      select: { id: true },
    })
    await recordAudit(db, actor, { event: 'expense.created', subjectId: id, after: traceOf(input) })
    return { id }
  })
}

/** What the trail keeps, field by field. */
const traceOf = ({ description, amountCents, kind, dueOn, category, paidOn }: CreateExpenseInput) => ({
  ...{ description, amountCents, kind, dueOn, category, paidOn },
})
