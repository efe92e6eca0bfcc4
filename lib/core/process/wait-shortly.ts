/** As React marks a promise that it has waited for. */
type Marked<T> = Promise<T> & { status?: 'fulfilled'; value?: T }

/** A reader hardly sees that a page began this much later. */
const SHORTLY_MS = 100

/** Until all of them are there or have failed, and no longer than `ms`; valueIn finds what was there by then. */
export async function waitShortly(
  promises: readonly (Promise<unknown> | null | undefined)[],
  ms = SHORTLY_MS,
): Promise<void> {
  const marked = promises.map((promise) =>
    promise?.then((value) => Object.assign(promise, { status: 'fulfilled', value })),
  )
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))
  await Promise.race([Promise.allSettled(marked), late])
  clearTimeout(timer)
}

export function valueIn<T>(promise: Promise<T>): { value: T } | null {
  const { status, value } = promise as Marked<T>
  return status === 'fulfilled' ? { value: value as T } : null
}
