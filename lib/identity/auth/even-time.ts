import { setTimeout as wait } from 'node:timers/promises'
import { keepInProcess } from '@/lib/core/process/process-state'

/** By what a floor waits: a test of what is answered puts its own in place, which goes with the state of the process. */
export const floors = keepInProcess({
  wait: (ms: number): Promise<void> => wait(ms),
  clear() {
    this.wait = wait
  },
})

/** Answers, well or badly, no sooner than after `ms`: how long it took does not tell what was found. */
export async function evenTime<T>(ms: number, run: () => Promise<T>): Promise<T> {
  const floor = floors.wait(ms)
  try {
    return await run()
  } finally {
    await floor
  }
}
