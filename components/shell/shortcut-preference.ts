import { useSyncExternalStore } from 'react'

const storageKey = 'single-key-shortcuts'
const listeners = new Set<() => void>()
/** Where storage is switched off, the choice holds for as long as the page does. */
let chosen: boolean | null = null

/** Whether single letters and signs are shortcuts on this device (WCAG 2.1.4: there is a way to turn them off). */
export function hasShortcuts(): boolean {
  try {
    return (chosen ?? localStorage.getItem(storageKey) !== 'off') === true
  } catch {
    return chosen ?? true
  }
}

export function keepShortcuts(on: boolean) {
  chosen = on
  try {
    localStorage.setItem(storageKey, on ? 'on' : 'off')
    chosen = null
  } catch {
    // See `chosen`.
  }
  listeners.forEach((listener) => listener())
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export const useHasShortcuts = () => useSyncExternalStore(subscribe, hasShortcuts, () => true)
