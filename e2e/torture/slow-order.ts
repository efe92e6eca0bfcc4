import { setTimeout as wait } from 'node:timers/promises'
import { withOwner } from '../../lib/testing/harnesses/database'

/** Longer than the busiest machine takes from a call to the stock. */
const WAITED_FOR_WITHIN_MS = 10_000

/**
 * `work` runs while that product's stock is locked: other orders of it wait until then, no longer than the app role's
 * lock timeout (3 s). `untilWaitedFor` resolves once one waits.
 */
export const whileStockIsHeld = <T>(
  organizationId: string,
  productId: string,
  work: (untilWaitedFor: () => Promise<void>) => Promise<T>,
): Promise<T> =>
  withOwner(async (owner) => {
    const untilWaitedFor = async () => {
      const waiting = 'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))'
      for (const until = Date.now() + WAITED_FOR_WITHIN_MS; Date.now() < until; await wait(50))
        if ((await owner.query(waiting)).rowCount) return
      throw new Error('No order waits for the locked stock.')
    }
    await owner.query('BEGIN')
    try {
      await owner.query(`SELECT set_config('app.organization_id', $1, true)`, [organizationId])
      const held = await owner.query(
        'SELECT FROM stock_level WHERE organization_id = $1 AND product_id = $2 FOR UPDATE',
        [organizationId, productId],
      )
      if (held.rowCount === 0) throw new Error('There is no stock to be held.')
      return await work(untilWaitedFor)
    } finally {
      await owner.query('COMMIT')
    }
  })
