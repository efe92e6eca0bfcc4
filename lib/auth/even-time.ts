import { setTimeout as wait } from 'node:timers/promises'

/** Answers, well or badly, no sooner than after `ms`: how long it took does not tell what was found. */
export async function evenTime<T>(ms: number, run: () => Promise<T>): Promise<T> {
  const floor = wait(ms)
  try {
    return await run()
  } finally {
    await floor
  }
}
