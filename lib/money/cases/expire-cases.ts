import 'server-only'
import { recordAudits } from '@/lib/core/audit/record'
import type { Day } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { asDate } from '@/lib/core/database/days'
import { newId } from '@/lib/core/ids'
import { systemActor } from '@/lib/core/queue/task'
import { getLocalToday } from '@/lib/identity/organizations/local-today'

const BATCH = 500

/** Cases that were not filed by their last day are lost. Answers how many. */
export async function expireCases(organizationId: string, now: Date): Promise<number> {
  let expired = 0
  for (;;) {
    const count = await expireSome(organizationId, now)
    expired += count
    if (count < BATCH) return expired
  }
}

const expireSome = (organizationId: string, now: Date): Promise<number> =>
  withOrganization({ organizationId }, async (db) => {
    const today: Day = await getLocalToday(db, organizationId, now)
    const due = await db.recoveryCase.findMany({
      where: { organizationId, closedAt: null, state: 'detected', deadline: { lt: asDate(today) } },
      select: { id: true, number: true, amountCents: true },
      orderBy: [{ deadline: 'asc' }, { id: 'asc' }],
      take: BATCH,
    })
    const expired: typeof due = []
    for (const one of due) {
      const { count } = await db.recoveryCase.updateMany({
        // Its last day may have been put off meanwhile.
        where: { organizationId, id: one.id, state: 'detected', deadline: { lt: asDate(today) } },
        data: { state: 'expired', closedAt: now, version: { increment: 1 } },
      })
      if (count > 0) expired.push(one)
    }
    await db.caseEvent.createMany({
      data: expired.map(({ id }) => ({ organizationId, id: newId(), caseId: id, state: 'expired' as const })),
    })
    await recordAudits(
      db,
      systemActor(organizationId),
      expired.map(({ id, number, amountCents }) => ({
        event: 'case.expired' as const,
        subjectId: id,
        after: { number, amountCents },
      })),
    )
    return due.length
  })
