import 'server-only'
import type { EventEmitter } from 'node:events'
import type { Job } from 'graphile-worker'

/**
 * The flags of which a lane takes no further job: of a person (see job_owner) whose companies have `most` in progress. The lane's workers ask
 * one after the other, each once the one before has its job, or all would find the same places free. For a lane whose events these are.
 */
export function shareOfPerson(events: EventEmitter, most: number): () => Promise<string[]> {
  const inProgress = new Map<string, number>()
  const count = ({ flags }: Job, change: number) => {
    for (const flag of Object.keys(flags ?? {})) {
      const now = (inProgress.get(flag) ?? 0) + change
      if (now > 0) inProgress.set(flag, now)
      else inProgress.delete(flag)
    }
  }
  let last = Promise.resolve()
  let answered: (() => void) | undefined
  const goOn = () => {
    answered?.()
    answered = undefined
  }
  events
    .on('worker:getJob:empty', goOn)
    .on('worker:getJob:error', goOn)
    .on('job:start', ({ job }: { job: Job }) => {
      count(job, 1)
      goOn()
    })
    .on('job:complete', ({ job }: { job: Job }) => count(job, -1))
  return async () => {
    const before = last
    let done!: () => void
    last = new Promise((resolve) => (done = resolve))
    await before
    answered = done
    return [...inProgress].flatMap(([flag, jobs]) => (jobs >= most ? [flag] : []))
  }
}
