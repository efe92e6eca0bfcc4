import 'server-only'
import { isOvertaken } from '@/lib/core/database/database-errors'
import { withOrganization, type Actor, type Db } from '@/lib/core/db'

const TIMEOUT_MS = 300_000
const TRIES = 3

/** The tenant's door for a repair, which may take longer than a request. */
export const repairIn = <T>(actor: Actor, run: (db: Db) => Promise<T>, isOneMoment = false): Promise<T> =>
  withOrganization(
    actor,
    async (db) => {
      await db.$queryRaw`SELECT set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`
      return run(db)
    },
    { timeoutMs: TIMEOUT_MS, ...(isOneMoment && { isolationLevel: 'RepeatableRead' }) },
  )

/**
 * As repairIn; all reads are of one moment, and where another transaction wrote a row of it meanwhile it starts again.
 */
export async function repairOfOneMoment<T>(actor: Actor, run: (db: Db) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await repairIn(actor, run, true)
    } catch (error) {
      if (tries === TRIES || !isOvertaken(error)) throw error
    }
}

export const inChunks = (refs: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(refs.length / size) }, (_, nth) => refs.slice(nth * size, (nth + 1) * size))
