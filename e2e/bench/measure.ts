export type Target = { name: string; request: () => Promise<unknown> }
/** `faults`: how answers failed; then the times say nothing, and are NaN. */
export type Timing = { name: string; p50: number; p95: number; samples: number; faults?: string[] }

const round = (ms: number) => Math.round(ms * 100) / 100
const at = (sorted: number[], share: number) =>
  round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN)

/**
 * Milliseconds of each target, asked turn and turn about, so that whatever else the machine does weighs on all of them; the
 * first two rounds warm up and are not counted. `lanes` ask at once. An answer that fails ends nothing: it is reported.
 */
export async function measure(targets: Target[], rounds: number, lanes: number): Promise<Map<string, Timing>> {
  const taken = new Map<string, number[]>(targets.map(({ name }) => [name, []]))
  const failed = new Map<string, string[]>()
  for (let turn = -2; turn < rounds; turn += 1)
    for (const { name, request } of targets) {
      const times = await Promise.all(
        Array.from({ length: lanes }, async () => {
          const since = performance.now()
          try {
            await request()
          } catch (error) {
            failed.set(name, [...(failed.get(name) ?? []), error instanceof Error ? error.message : String(error)])
          }
          return performance.now() - since
        }),
      )
      if (turn >= 0) taken.get(name)!.push(...times)
    }
  return new Map(
    [...taken].map(([name, times]) => {
      const faults = failed.get(name)
      if (faults) return [name, { name, p50: NaN, p95: NaN, samples: times.length, faults: [...new Set(faults)] }]
      const sorted = times.sort((a, b) => a - b)
      return [name, { name, p50: at(sorted, 0.5), p95: at(sorted, 0.95), samples: sorted.length }]
    }),
  )
}
