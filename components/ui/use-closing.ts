import { useState } from 'react'

/**
 * For what the address opens: closed at once, whatever the address says until it has changed. Once it says that nothing is open, the
 * same may be opened again.
 */
export function useClosing<T>(open: T | null): { isOpen: boolean; startClosing: () => void } {
  const [closing, setClosing] = useState<T | null>(null)
  if (open === null && closing !== null) setClosing(null)
  return { isOpen: open !== null && open !== closing, startClosing: () => setClosing(open) }
}
