import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { asDate } from '@/lib/core/database/days'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { readSplit, type SplitShare } from './split'
import type { SetSplitInput } from './split-schema'

/**
 * How the expenses of the whole company are shared from a month on. It holds from a month that no entity has closed, so that what
 * was closed stays as it is.
 */
export const setSplit = (actor: Actor, { fromMonth, method, shares }: SetSplitInput): Promise<{ fromMonth: string }> =>
  writeOnce(actor, async (db) => {
    const { organizationId, userId } = actor
    const from = asDate(fromMonth)
    // As a closing holds its entity: one that waited for this reads the books of before it, and has to start again.
    const entities = await lockEntities(db, organizationId)
    const own = method === 'none' ? [] : shares
    if (own.some(({ id }) => !entities.includes(id))) throw new UserError('notFound')
    const closed = await db.monthClose.count({ where: { organizationId, month: { gte: from }, reopenedAt: null } })
    if (closed > 0) throw new UserError('splitMonthClosed', { fields: { fromMonth: ['errors.splitMonthClosed'] } })
    const before = await readSplit(db, organizationId, fromMonth)
    const key = { organizationId_fromMonth: { organizationId, fromMonth: from } }
    const data = { method, shares: own, setAt: new Date(), setBy: userId }
    await db.expenseSplit.upsert({
      where: key,
      create: { organizationId, fromMonth: from, ...data },
      update: data,
      select: { method: true },
    })
    await recordAudit(db, actor, {
      event: 'organization.splitSet',
      subjectId: organizationId,
      before: { method: before.method, ...sharesOf(before.shares) },
      after: { method, month: fromMonth, ...sharesOf(own) },
    })
    return { fromMonth }
  })

const sharesOf = (shares: readonly SplitShare[]) => ({
  legalEntityIds: shares.map(({ id }) => id),
  percents: shares.map(({ points }) => (points / 100).toFixed(2)),
})

async function lockEntities(db: Db, organizationId: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string; isActive: boolean }[]>`
    SELECT id, archived_at IS NULL AS "isActive" FROM legal_entity WHERE organization_id = ${organizationId}::uuid ORDER BY id FOR UPDATE`
  await db.$executeRaw`UPDATE legal_entity SET name = name WHERE organization_id = ${organizationId}::uuid`
  return rows.filter(({ isActive }) => isActive).map(({ id }) => id)
}
