type Write<Name> = (name: Name, count: number) => Promise<void>

const WAIT_MS = 1000
const RETRY_MS = 30_000

/**
 * Sums counts by name and writes each sum at most once a second, without another call. A failed write is repeated
 * later. Adding throws nothing and waits for nothing.
 */
export function gatherCounts<Name>(write: Write<Name>, onError: (error: unknown) => void) {
  const pending = new Map<Name, number>()
  let timer: ReturnType<typeof setTimeout> | null = null
  let writing: Promise<void> | null = null

  const add = (name: Name, count: number) => {
    pending.set(name, (pending.get(name) ?? 0) + count)
    timer ??= setTimeout(() => void flush(), WAIT_MS)
  }
  const writeAll = async () => {
    const gathered = [...pending]
    pending.clear()
    for (const [name, count] of gathered)
      try {
        await write(name, count)
      } catch (error) {
        onError(error)
        pending.set(name, (pending.get(name) ?? 0) + count)
      }
  }
  /** Resolves when what was gathered until now is written, or could not be. */
  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    while (writing) await writing
    writing = writeAll()
    await writing
    writing = null
    if (pending.size > 0) timer ??= setTimeout(() => void flush(), RETRY_MS)
  }
  const clear = () => {
    if (timer) clearTimeout(timer)
    timer = null
    pending.clear()
  }
  return { add, flush, clear }
}
