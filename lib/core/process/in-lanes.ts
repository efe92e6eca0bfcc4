import 'server-only'

/**
 * Runs `work` on what the source yields, several at a time; the source is asked for the next one only when a lane is free, so
 * that little waits in memory. The first error stops all: what runs ends, nothing new begins, and it is thrown.
 */
export async function inLanes<T>(
  lanes: number,
  source: AsyncGenerator<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let failed: { error: unknown } | undefined
  const lane = async () => {
    while (!failed) {
      try {
        const { done, value } = await source.next()
        if (done || failed) return
        await work(value)
      } catch (error) {
        failed ??= { error }
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  await source.return(undefined)
  if (failed) throw failed.error
}

/**
 * Keeps up to `places` pieces of work going. `start` waits for a free place, not for the end of the work; after the first
 * error nothing new begins, and `start` and `settle` throw it. `settle` waits for all that runs.
 */
export function boundedPool(places: number) {
  const running = new Set<Promise<void>>()
  let failed: { error: unknown } | undefined
  const check = () => {
    if (failed) throw failed.error
  }
  return {
    async start(work: () => Promise<void>): Promise<void> {
      while (!failed && running.size >= places) await Promise.race(running)
      check()
      const one: Promise<void> = work()
        .catch((error: unknown) => void (failed ??= { error }))
        .finally(() => running.delete(one))
      running.add(one)
    },
    async settle(): Promise<void> {
      await Promise.all(running)
      check()
    },
  }
}
