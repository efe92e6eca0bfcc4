import 'server-only'
import { localDay, type Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'

/** Today in the organization's time zone. */
export async function getLocalToday(db: Db, organizationId: string, now = new Date()): Promise<Day> {
  const { timeZone } = await db.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { timeZone: true },
  })
  return localDay(now, timeZone)
}
