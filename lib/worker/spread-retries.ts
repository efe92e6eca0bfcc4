import 'server-only'
import type { Task, TaskList } from 'graphile-worker'

/** The library's wait after the attempt of that number, the same from the tenth on. */
const WAIT = `exp(least(attempts, 10)) * interval '1 second'`
/** Up to so much longer. */
const SHARE = 0.5

/**
 * The library lets jobs that failed together start again together. The moment from which its wait counts is put off by
 * a share of it at random, before it writes that the attempt failed.
 */
const spread =
  (task: Task): Task =>
  async (payload, helpers) => {
    try {
      return await task(payload, helpers)
    } catch (error) {
      const { id, attempts } = helpers.job
      await helpers
        .query(
          `UPDATE graphile_worker._private_jobs SET run_at = now() + random() * ${SHARE} * ${WAIT} WHERE id = $1 AND attempts = $2 AND locked_at IS NOT NULL`,
          [id, attempts],
        )
        .catch(() => undefined)
      throw error
    }
  }

export const spreadRetries = (tasks: TaskList): TaskList =>
  Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, spread(task as Task)]))
