import { useEffect, useSyncExternalStore } from 'react'

/** A key of the page that is open; `single` ones go with the single-key shortcuts. */
export type PageKey = { pressed: readonly string[]; text: string; single?: boolean }

const none: readonly PageKey[] = []
let current = none
const listeners = new Set<() => void>()
const change = (keys: readonly PageKey[]) => {
  current = keys
  listeners.forEach((listener) => listener())
}

/** Tells the sheet of keys, for as long as the page is there, which keys the page has of its own. */
export function usePageKeys(keys: readonly PageKey[]) {
  const serialized = JSON.stringify(keys)
  useEffect(() => {
    const own = JSON.parse(serialized) as PageKey[]
    change(own)
    return () => {
      if (current === own) change(none)
    }
  }, [serialized])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useKeysOfPage = () =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => none,
  )
