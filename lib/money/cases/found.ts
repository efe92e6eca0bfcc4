import { addDays, addMonths, type Day } from '@/lib/core/dates'
import { readSettlementFilters, settlementsHref } from '../reconciliation/filters'

/** `lapsed`: those of them for which the usual time to claim is over, whatever the cause. */
type FoundSum = { orders: number; cents: bigint; lapsedOrders: number; lapsedCents: bigint }
/** Orders of a month and shop that were paid too little or late, and that no case asks for. */
export type FoundRow = FoundSum & { month: Day; shopId: string; shopName: string }
export type Found = FoundSum & { rows: FoundRow[] }

const unclaimed = { period: 'all', state: 'late,underpaid,reopened', case: 'unclaimed', sort: 'difference' }
export const foundFilters = readSettlementFilters(unclaimed, '')

/** The orders that a sum is of. */
export const foundHref = ({ month, shopId }: Pick<FoundRow, 'month' | 'shopId'>): string =>
  settlementsHref(foundFilters, { from: month, to: addDays(addMonths(month, 1), -1), shop: shopId })
