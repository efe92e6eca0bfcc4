import 'server-only'
import { writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { getLocalToday } from '@/lib/identity/organizations/local-today'
import { changeExpense, findExpense, writeChange } from './change-expense'
import { asDate } from '@/lib/core/database/days'
import type { MarkExpenseInput, MarkExpensesInput } from './schema'

const eventOf = (status: MarkExpenseInput['status']) =>
  status === 'paid' ? ('expense.paid' as const) : ('expense.unpaid' as const)

/** Paid today, or pending again. */
export function markExpense(actor: Actor, { id, version, status }: MarkExpenseInput) {
  return changeExpense(actor, { id, version }, async (db) => ({
    event: eventOf(status),
    data: {
      status,
      paidOn: status === 'paid' ? asDate(await getLocalToday(db, actor.organizationId)) : null,
    },
  }))
}

export type MarkedRow = { id: string; outcome: 'marked' | 'already' | 'stale' | 'gone'; version: number }

/**
 * Many at once, each judged by itself: an expense that another member changed meanwhile stays as it is, and is
 * reported.
 */
export function markExpenses(actor: Actor, { rows, status, paidOn }: MarkExpensesInput): Promise<MarkedRow[]> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const day = status === 'paid' ? (paidOn ?? (await getLocalToday(db, organizationId))) : null
    const change = { event: eventOf(status), data: { status, paidOn: day && asDate(day) } }
    const outcomes: MarkedRow[] = []
    // In one order for all, so that two people marking at once do not lock each other out.
    for (const { id, version } of rows.toSorted((a, b) => a.id.localeCompare(b.id))) {
      const before = await findExpense(db, organizationId, id)
      if (!before || before.voidedAt) outcomes.push({ id, outcome: 'gone', version })
      else if (before.status === status) outcomes.push({ id, outcome: 'already', version: before.version })
      else if (await writeChange(db, actor, before, version, change))
        outcomes.push({ id, outcome: 'marked', version: version + 1 })
      else outcomes.push({ id, outcome: 'stale', version: before.version })
    }
    if (outcomes.every(({ outcome }) => outcome === 'gone')) throw new UserError('notFound')
    return outcomes
  })
}
