import { setTimeout as wait } from 'node:timers/promises'
import { keepInProcess } from './process-state'

/** By what a piece of work waits: a test puts its own wait in place, which goes with the state of the process. */
export const keepWait = () =>
  keepInProcess({
    wait: (ms: number): Promise<void> => wait(ms),
    clear() {
      this.wait = wait
    },
  })
