import type { Day } from '@/lib/core/dates'
import { bankDaysBetween } from './business-days'

/** A withdrawal and a bank entry of the same amount and the same legal entity. */
export type MatchPair = { transactionId: string; entryId: string; withdrawnOn: Day; bookedOn: Day }
export type Match = { transactionId: string; entryId: string }

export const MATCH_BANK_DAYS = 3

/** One to one, the nearest days first; of withdrawals that are alike the earlier takes the earlier entry. */
export function chooseMatches(pairs: readonly MatchPair[]): Match[] {
  const near = pairs
    .filter(({ withdrawnOn, bookedOn }) => bookedOn >= withdrawnOn)
    .map((pair) => ({ ...pair, days: bankDaysBetween(pair.withdrawnOn, pair.bookedOn) }))
    .filter(({ days }) => days <= MATCH_BANK_DAYS)
    .toSorted(
      (a, b) =>
        a.days - b.days ||
        a.withdrawnOn.localeCompare(b.withdrawnOn) ||
        a.bookedOn.localeCompare(b.bookedOn) ||
        a.transactionId.localeCompare(b.transactionId) ||
        a.entryId.localeCompare(b.entryId),
    )
  const taken = new Set<string>()
  return near.flatMap(({ transactionId, entryId }) => {
    if (taken.has(transactionId) || taken.has(entryId)) return []
    taken.add(transactionId).add(entryId)
    return [{ transactionId, entryId }]
  })
}
