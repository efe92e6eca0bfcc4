type Clearable = { clear(): void }

const kept: Clearable[] = []

/** State that this process keeps from one call to the next. Tests that share a process clear all of it between files. */
export function keepInProcess<T extends Clearable>(state: T): T {
  kept.push(state)
  return state
}

/** A value that is made at its first use and kept by this process. Where `make` throws, the next use tries again. */
export function onceInProcess<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  keepInProcess({ clear: () => void (made = undefined) })
  return () => (made ??= { value: make() }).value
}

/** For tests. */
export function clearProcessState(): void {
  for (const state of kept) state.clear()
}
