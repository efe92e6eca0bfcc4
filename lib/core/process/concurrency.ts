import 'server-only'
// Not p-queue: it starts waiting work in the async context of the work that ended before, which may be another company's request.
import pLimit from 'p-limit'
import { UserError } from '../errors'

type Limits = { atOnce: number; waiting: number }
type Limited = <T>(work: () => Promise<T>) => Promise<T>

/** Runs expensive work a few at a time, in order; callers beyond the bounded queue get `tooManyRequests`. */
export function limitConcurrency({ atOnce, waiting }: Limits): Limited {
  const limit = pLimit(atOnce)
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= atOnce + waiting) throw new UserError('tooManyRequests')
    return limit(work)
  }
}

/** A queue of its own for each key, such as a company: none keeps another waiting. */
export function limitConcurrencyByKey(limits: Limits): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, { limited: Limited; callers: number }>()
  return async (key, work) => {
    const queue = queues.get(key) ?? { limited: limitConcurrency(limits), callers: 0 }
    queues.set(key, queue)
    queue.callers += 1
    try {
      return await queue.limited(work)
    } finally {
      queue.callers -= 1
      if (queue.callers === 0) queues.delete(key)
    }
  }
}
