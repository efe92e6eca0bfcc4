import { z } from 'zod'

export const bankPath = '/dashboard/shopee/banco'

export const matchInput = z.object({ transactionId: z.uuid(), entryId: z.uuid() })
export type MatchInput = z.output<typeof matchInput>
export const unmatchInput = z.object({ transactionId: z.uuid() })
export type UnmatchInput = z.output<typeof unmatchInput>

/** Withdrawals, and in the last the entries of statements that none of them accounts for. */
export const bankTabs = ['all', 'missing', 'arrived', 'unknown'] as const
export type BankTab = (typeof bankTabs)[number]
