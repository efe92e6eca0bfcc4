import { z } from 'zod'
import type { Day } from '@/lib/core/dates'

/** Worst first, as the screen groups them. */
export const severities = ['critical', 'warning', 'notice'] as const
export type Severity = (typeof severities)[number]
export type Outcome = 'healthy' | 'found' | 'unknown'
export type RunState = 'queued' | 'running' | 'done' | 'failed'
export const aliveStates = ['queued', 'running'] as const satisfies readonly RunState[]

export const checkNames = [
  'stockLevels',
  'stockLedger',
  'orderStock',
  'salesSums',
  'sumsOfSums',
  'orderSums',
  'settlementSums',
  'trailBroken',
  'auditLogUnchained',
  'shopsExpired',
  'leadersWithoutSecondStep',
  'deskRows',
  'negativeStock',
  'duplicateSkus',
  'ordersUnmapped',
  'listingsUnmapped',
  'productsWithoutCost',
  'lateSyncs',
  'failedSyncs',
  'failedPushes',
  'failedJobs',
  'webhooksDisabled',
  'driveBroken',
  'shopGrantsEnding',
  'payoutsLate',
  'reconcileBehind',
  'casesEnding',
  'expensesOverdue',
  'pricesInDeadZones',
  'membersWithoutSecondStep',
  'tokensEnding',
] as const
export type CheckName = (typeof checkNames)[number]

/** Rows kept of each check, of however many it counted. */
export const ROWS_KEPT = 200

/** One thing that a check found: which record, as what it is known, and what is wrong with it. People stand by id alone. */
export const findingRow = z.object({
  ref: z.string(),
  label: z.string(),
  values: z.record(z.string(), z.string()).default({}),
})
export type FindingRow = z.output<typeof findingRow>

/**
 * For data too long to be read at once: the verified part, the total, and since when (ISO) each of them was verified;
 * null: not all of them yet.
 */
export const readSoFar = z.object({ verified: z.number(), chained: z.number(), wholeSince: z.string().nullable() })
export type ReadSoFar = z.output<typeof readSoFar>
export type CheckFindings = { count: number; rows: FindingRow[]; read?: ReadSoFar }

/** When it is asked, and as which day the company counts it. */
export type CheckClock = { now: Date; today: Day }

export const runInput = z.object({})
export const repairInput = z.object({ runId: z.uuid(), check: z.enum(checkNames) })
export type RepairInput = z.output<typeof repairInput>
