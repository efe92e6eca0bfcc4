import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { RenameCategoryInput } from './schema'

/** Gives every expense of a category, and what repeats in it, another name; one that exists already takes them in. */
export function renameCategory(actor: Actor, { from, to }: RenameCategoryInput): Promise<{ count: number }> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    if (from === to) return { count: 0 }
    const category = to || null
    await db.expenseSeries.updateMany({ where: { organizationId, category: from }, data: { category } })
    const { count } = await db.expense.updateMany({
      where: { organizationId, category: from },
      data: { category, version: { increment: 1 } },
    })
    if (count === 0) throw new UserError('notFound')
    await recordAudit(db, actor, {
      event: 'expense.categoryRenamed',
      subjectId: organizationId,
      before: { category: from },
      after: { category, count },
    })
    return { count }
  })
}
