import 'server-only'
import type { Actor, Db } from '@/lib/core/db'
import type { Prisma } from '@/lib/generated/prisma/client'
import { writeChange } from './change-expense'
import { expenseFields, type StoredExpense } from './record'
import type { ChangeScope } from './schema'

/** The others of the series that a change reaches: none that is paid, and none that is voided. */
export async function listReached(
  db: Db,
  organizationId: string,
  { id, seriesId, instalment }: StoredExpense,
  scope: ChangeScope,
): Promise<StoredExpense[]> {
  if (scope === 'this' || !seriesId) return []
  return db.expense.findMany({
    where: {
      organizationId,
      seriesId,
      status: 'pending',
      voidedAt: null,
      id: { not: id },
      ...(scope === 'following' && { instalment: { gt: instalment ?? 0 } }),
    },
    select: expenseFields,
    orderBy: { instalment: 'asc' },
  })
}

/** Each with its own row in the trail. One that somebody changes at this moment keeps what they wrote. */
export async function changeReached(
  db: Db,
  actor: Actor,
  reached: readonly StoredExpense[],
  event: 'expense.updated' | 'expense.voided',
  dataOf: (expense: StoredExpense) => Prisma.ExpenseUncheckedUpdateManyInput,
): Promise<void> {
  for (const expense of reached)
    await writeChange(db, actor, expense, expense.version, { event, data: dataOf(expense) })
}
