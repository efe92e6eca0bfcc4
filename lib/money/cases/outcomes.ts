import type { Day } from '@/lib/core/dates'
import type { CaseState } from '@/lib/generated/prisma/enums'
import type { CaseTab } from './filters'
import type { Found } from './found'

/** The columns: each case is in one. Links lead to the cases with this tab and state. */
export const outcomes = {
  todo: { tab: 'todo', states: ['detected'] },
  waiting: { tab: 'waiting', states: ['filed', 'in_review', 'approved'] },
  recovered: { tab: 'closed', states: ['paid'] },
  refused: { tab: 'closed', states: ['denied'] },
  lost: { tab: 'closed', states: ['expired'] },
  accepted: { tab: 'closed', states: ['written_off'] },
} as const satisfies Record<string, { tab: CaseTab; states: readonly CaseState[] }>
export type Outcome = keyof typeof outcomes
export const outcomeNames = Object.keys(outcomes) as Outcome[]

/** Cents: what came back for `recovered`, what is asked for otherwise. */
export type OutcomeSum = { cases: number; cents: bigint }
export type RecoveredRow = {
  /** The month in which the cases were opened. */
  month: Day
  shopId: string
  shopName: string
  askedCents: bigint
  cases: number
  /** Hours from the claim to the money, on average over the cases that were paid; null where none was. */
  hours: number | null
} & Record<Outcome, OutcomeSum>
export type Recovered = {
  rows: RecoveredRow[]
  totals: Omit<RecoveredRow, 'month' | 'shopId' | 'shopName'>
  /** The first month with a case; null without cases. */
  since: Day | null
  found: Found
}
