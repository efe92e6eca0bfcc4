import 'server-only'
import { addDays, type Day } from '@/lib/core/dates'
import type { Reader } from '@/lib/core/db'
import { readSettlementFilters } from '../reconciliation/filters'
import { countSettlements } from '../reconciliation/queries'
import { unclaimedQuery } from './rows-href'
import { getCash } from './views'

export type MoneyAttention = {
  /** The first day ahead on which the money does not do, and by how much. */
  shortDay: Day | null
  shortCents: bigint
  /** Income until then from orders still on their way: their day is an estimate. */
  shortEstimatedCents: bigint
  latePayouts: bigint
  latePayoutsCents: bigint
  /** Whose time is up, and nothing shows whether they were paid. */
  overduePayouts: bigint
  overduePayoutsCents: bigint
  /** Orders that were paid at least `worthCents` too little and that no case asks for. */
  unclaimed: bigint
  unclaimedCents: bigint
}

const daysAhead = 14

/** The part of the marketplace's money that needs attention. */
export async function getMoneyAttention(db: Reader, organizationId: string, today: Day): Promise<MoneyAttention> {
  const range = { from: today, to: addDays(today, daysAhead - 1) }
  const { shortage, toCome } = await getCash(db, organizationId, { shop: null, range, elsewhereCents: 0n })
  const claim = await sumUnclaimed(db, organizationId)
  return {
    shortDay: shortage?.day ?? null,
    shortCents: shortage?.shortCents ?? 0n,
    shortEstimatedCents: shortage?.estimatedCents ?? 0n,
    latePayouts: toCome.late.orders,
    latePayoutsCents: toCome.late.cents,
    overduePayouts: toCome.overdue.orders,
    overduePayoutsCents: toCome.overdue.cents,
    unclaimed: claim.count,
    unclaimedCents: claim.cents,
  }
}

/** The content of the list behind `unclaimedHref`: the same filter counts it. */
export async function sumUnclaimed(db: Reader, organizationId: string): Promise<{ count: bigint; cents: bigint }> {
  const filters = readSettlementFilters(unclaimedQuery, '')
  const { orders, differenceCents } = await countSettlements(db, organizationId, filters, null)
  return { count: BigInt(orders), cents: -differenceCents }
}
