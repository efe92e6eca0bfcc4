import 'server-only'
import type { Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'

export type Prerequisites = {
  /** From when the fee rule in force holds. */
  ruleFrom: Day | null
  /** Nothing has been settled yet. */
  isEmpty: boolean
}

export async function getPrerequisites(db: Db, organizationId: string, today: Day): Promise<Prerequisites> {
  const [rule] = await db.$queryRaw<{ day: Day }[]>`
    SELECT from_day::text AS day FROM fee_rule WHERE organization_id = ${organizationId}::uuid AND platform::text = 'shopee' AND from_day <= ${today}::date
    ORDER BY from_day DESC LIMIT 1`
  const any = await db.settlement.findFirst({ where: { organizationId }, select: { id: true } })
  return { ruleFrom: rule?.day ?? null, isEmpty: any === null }
}
