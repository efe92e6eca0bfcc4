import 'server-only'
import type { Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { asDay } from '@/lib/core/database/days'
import type { DiscrepancyCause, SettlementState } from '@/lib/generated/prisma/enums'

export type OrderSettlement = {
  id: string
  state: SettlementState
  dueOn: Day | null
  /** Without a due day an estimate. */
  expectedOn: Day | null
  releasedAt: Date | null
  expectedCents: bigint | null
  releasedCents: bigint | null
  adjustedCents: bigint
  differenceCents: bigint
  explainedCents: bigint
  unexplainedCents: bigint
  /** The one that explains most. */
  cause: DiscrepancyCause | null
}

/** Reconciliation's findings about an order's payout; null until it has looked at it. */
export async function getSettlement(db: Db, organizationId: string, orderId: string): Promise<OrderSettlement | null> {
  const settlement = await db.settlement.findUnique({
    where: { organizationId_orderId: { organizationId, orderId } },
    select: {
      id: true,
      adjustedCents: true,
      differenceCents: true,
      cause: true,
      state: true,
      dueOn: true,
      expectedOn: true,
      releasedAt: true,
      expectedCents: true,
      releasedCents: true,
      explainedCents: true,
      unexplainedCents: true,
    },
  })
  return (
    settlement && {
      ...settlement,
      dueOn: settlement.dueOn && asDay(settlement.dueOn),
      expectedOn: settlement.expectedOn && asDay(settlement.expectedOn),
    }
  )
}
