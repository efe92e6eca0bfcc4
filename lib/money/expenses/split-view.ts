import 'server-only'
import { asDay } from '@/lib/core/database/days'
import { addMonths, localDay, startOfMonth, type Day } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { can } from '@/lib/core/permissions'
import type { Member } from '@/lib/identity/auth/member'
import { listEntities } from '../profit/queries'
import { readSplit, type Split } from './split'

type Viewer = Pick<Member, 'organizationId' | 'role' | 'timeZone'>
export type SplitView = {
  split: Split
  /** The active entities, which may take part. */
  entities: { id: string; name: string }[]
  /** The months from which another rule may hold: none that an entity has closed. */
  months: Day[]
}

const monthsShown = 12

/** Null without the right to decide it, and where there is one entity alone. */
export async function getSplitFor(viewer: Viewer, now = new Date()): Promise<SplitView | null> {
  const { organizationId, role, timeZone } = viewer
  if (!can(role, 'organization.edit')) return null
  return withOrganization(viewer, async (db) => {
    const archived = await db.legalEntity.findMany({
      where: { organizationId, archivedAt: { not: null } },
      select: { id: true },
    })
    const entities = (await listEntities(db, organizationId)).filter(({ id }) => archived.every((one) => one.id !== id))
    if (entities.length < 2) return null
    const month = startOfMonth(localDay(now, timeZone))
    const closed = await db.monthClose.findFirst({
      where: { organizationId, reopenedAt: null },
      orderBy: { month: 'desc' },
      select: { month: true },
    })
    const months = Array.from({ length: monthsShown + 2 }, (_, at) => addMonths(month, 1 - at))
    const after = closed && asDay(closed.month)
    return {
      split: await readSplit(db, organizationId, month),
      entities,
      months: months.filter((one) => after === null || one > after),
    }
  })
}
