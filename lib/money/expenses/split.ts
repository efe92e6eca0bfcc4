import 'server-only'
import { asDate, asDay } from '@/lib/core/database/days'
import type { Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import type { SharedSplit } from '@/lib/generated/prisma/enums'

/** An entity that takes part, and its hundredths of a percent where they are fixed. */
export type SplitShare = { id: string; points: number }
export type Split = { method: SharedSplit; fromMonth: Day | null; shares: SplitShare[] }

/** How the expenses of the whole company are shared in a month: as said last, from that month or an earlier one on. */
export async function readSplit(db: Db, organizationId: string, month: Day): Promise<Split> {
  const rule = await db.expenseSplit.findFirst({
    where: { organizationId, fromMonth: { lte: asDate(month) } },
    orderBy: { fromMonth: 'desc' },
    select: { method: true, fromMonth: true, shares: true },
  })
  if (!rule) return { method: 'none', fromMonth: null, shares: [] }
  return { method: rule.method, fromMonth: asDay(rule.fromMonth), shares: rule.shares as SplitShare[] }
}
