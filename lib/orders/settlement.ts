import 'server-only'
import type { Day } from '../dates'
import type { Db } from '../db'
import { asDay } from '../expenses/days'
import type { SettlementState } from '../generated/prisma/enums'

export type OrderSettlement = {
  state: SettlementState
  dueOn: Day | null
  releasedAt: Date | null
  expectedCents: bigint | null
  releasedCents: bigint | null
  explainedCents: bigint
  unexplainedCents: bigint
}

/** What reconciliation found out about an order's payout; null until it has looked at it. */
export async function getSettlement(db: Db, organizationId: string, orderId: string): Promise<OrderSettlement | null> {
  const found = await db.settlement.findUnique({
    where: { organizationId_orderId: { organizationId, orderId } },
    select: {
      state: true,
      dueOn: true,
      releasedAt: true,
      expectedCents: true,
      releasedCents: true,
      explainedCents: true,
      unexplainedCents: true,
    },
  })
  return found && { ...found, dueOn: found.dueOn && asDay(found.dueOn) }
}
