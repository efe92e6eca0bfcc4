import 'server-only'
import { localDay } from '@/lib/core/dates'
import { tryOut, withOrganization, type Scope } from '@/lib/core/db'
import { logger } from '@/lib/core/logging/logger'
import type { HealthCheck } from './contract'
import { ROWS_KEPT, type CheckClock, type CheckFindings, type Outcome } from './schema'

/** A check that takes longer is given up: what it would have found is not known. */
const TIMEOUT_MS = 60_000

/** The memory of one sum over all orders before it goes to disk: one check runs at a time. */
const WORK_MEM = '64MB'

export type Answer = CheckFindings & { outcome: Outcome; tookMs: number }

export async function clockOf({ organizationId }: Scope, now = new Date()): Promise<CheckClock> {
  const { timeZone } = await withOrganization({ organizationId }, (db) =>
    db.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { timeZone: true } }),
  )
  return { now, today: localDay(now, timeZone) }
}

/** In a transaction of its own, of which nothing stays. */
export const find = (
  { find: findCheck, findAlone }: HealthCheck,
  organizationId: string,
  clock: CheckClock,
  most: number,
) =>
  findAlone?.(organizationId) ??
  tryOut(
    { organizationId },
    async (db) => {
      await db.$queryRaw`SELECT set_config('work_mem', ${WORK_MEM}, true)`
      return findCheck!(db, organizationId, clock, most)
    },
    { timeoutMs: TIMEOUT_MS, isolationLevel: 'ReadCommitted' },
  )

/** A partial check that found nothing is not a pass. */
function outcomeOf({ count, read }: CheckFindings): Outcome {
  if (count > 0) return 'found'
  return read && read.wholeSince === null ? 'unknown' : 'healthy'
}

/** Never throws: a check that fails says that it does not know. */
export async function runCheck(check: HealthCheck, organizationId: string, clock: CheckClock): Promise<Answer> {
  const at = performance.now()
  const tookMs = () => Math.round(performance.now() - at)
  try {
    const result = await find(check, organizationId, clock, ROWS_KEPT)
    return { ...result, outcome: outcomeOf(result), tookMs: tookMs() }
  } catch (error) {
    logger().error({ err: error, organizationId, check: check.name }, 'a check could not be asked')
    return { count: 0, rows: [], outcome: 'unknown', tookMs: tookMs() }
  }
}
