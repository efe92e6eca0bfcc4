import { settlementsPath } from '@/lib/money/reconciliation/filters'

/** The calculation of one order's payout. */
export const settlementHref = (id: string) => `${settlementsPath}/${id}`

/** The settlements of one code, whenever it was sold. */
export const settlementsOf = (code: string) =>
  `${settlementsPath}?${new URLSearchParams({ q: code, period: 'all' }).toString()}`

/** Less is not worth a case of its own. */
export const worthCents = 1_000n

/** Orders that were paid so much too little, at once or by a correction after it, and that no case asks for, the most first. */
export const unclaimedQuery = {
  period: 'all',
  state: 'underpaid,reopened',
  case: 'unclaimed',
  min: worthCents.toString(),
  sort: 'difference',
}
export const unclaimedHref = `${settlementsPath}?${new URLSearchParams(unclaimedQuery).toString()}`
