import { keepWait } from '@/lib/core/process/kept-wait'

/** By what a floor waits. */
export const floors = keepWait()

/** Answers, well or badly, no sooner than after `ms`: how long it took does not tell what was found. */
export async function evenTime<T>(ms: number, run: () => Promise<T>): Promise<T> {
  const floor = floors.wait(ms)
  try {
    return await run()
  } finally {
    await floor
  }
}
