import 'server-only'
import type { EventEmitter } from 'node:events'
import type { Job } from 'graphile-worker'

/**
 * The flags of which a lane takes no further job now: of a person (see job_owner) whose companies have as many jobs in progress as places are
 * free. So one person has no more than half of the places, two leave one to a third, and a person with none goes first. The lane's
 * workers ask one after the other, each once the one before has its job, or all would find the same places free. For a lane whose events
 * these are.
 */
export function shareOfPerson(events: EventEmitter, places: number): () => Promise<string[]> {
  const inProgress = new Map<string, number>()
  let taken = 0
  const count = ({ flags }: Job, change: number) => {
    taken += change
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
    return [...inProgress].flatMap(([flag, jobs]) => (jobs >= places - taken ? [flag] : []))
  }
}
