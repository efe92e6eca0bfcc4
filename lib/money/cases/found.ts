import { addDays, addMonths, type Day } from '@/lib/core/dates'
import { readSettlementFilters, settlementsHref } from '../reconciliation/filters'

/** Orders of a month and shop that were paid too little or late, and that no case asks for. */
export type FoundRow = { month: Day; shopId: string; shopName: string; orders: number; cents: bigint }
export type Found = { rows: FoundRow[]; orders: number; cents: bigint }

const unclaimed = { period: 'all', state: 'late,underpaid,reopened', case: 'unclaimed', sort: 'difference' }
export const foundFilters = readSettlementFilters(unclaimed, '')

/** The orders that a sum is of. */
export const foundHref = ({ month, shopId }: Pick<FoundRow, 'month' | 'shopId'>): string =>
  settlementsHref(foundFilters, { from: month, to: addDays(addMonths(month, 1), -1), shop: shopId })
