import 'server-only'

type Kept<T> = { until: number; value: T }

/** Values that are kept in this process for a while: at most so many, the oldest go first. A failure is not kept. */
export function keepFor<T>({ ms, most, now = Date.now }: { ms: number; most: number; now?: () => number }) {
  const kept = new Map<string, Kept<T>>()
  return {
    async take(key: string, make: () => Promise<T>): Promise<T> {
      const found = kept.get(key)
      if (found && found.until > now()) return found.value
      const value = await make()
      kept.delete(key)
      kept.set(key, { until: now() + ms, value })
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break
        kept.delete(oldest)
      }
      return value
    },
  }
}
