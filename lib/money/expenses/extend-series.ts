import 'server-only'
import { withOrganization } from '@/lib/core/db'
import { systemActor } from '@/lib/core/queue/task'
import { getLocalToday } from '@/lib/identity/organizations/local-today'
import { lockSeries, makeAhead } from './series'

/** Makes ahead what every open repetition of a company lacks by now. Answers how many expenses it made. */
export async function extendSeries(organizationId: string, now: Date): Promise<number> {
  const open = await withOrganization({ organizationId }, (db) =>
    db.expenseSeries.findMany({
      where: { organizationId, endedAt: null, rhythm: { not: 'instalments' } },
      select: { id: true },
      orderBy: { id: 'asc' },
    }),
  )
  let made = 0
  for (const { id } of open)
    made += await withOrganization({ organizationId }, async (db) => {
      const today = await getLocalToday(db, organizationId, now)
      const series = await lockSeries(db, organizationId, id)
      return (await makeAhead(db, systemActor(organizationId), series, today)).length
    })
  return made
}
