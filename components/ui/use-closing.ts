import { useRouter } from 'next/navigation'
import { useState } from 'react'

/**
 * For what the address opens: closed at once, whatever the address says until it has changed to `closedHref`. Once it says that nothing is
 * open, the same may be opened again.
 */
export function useClosing<T>(open: T | null, closedHref: string): { isOpen: boolean; close: () => void } {
  const router = useRouter()
  const [closing, setClosing] = useState<T | null>(null)
  if (open === null && closing !== null) setClosing(null)
  const close = () => {
    setClosing(open)
    router.push(closedHref, { scroll: false })
    router.refresh()
  }
  return { isOpen: open !== null && open !== closing, close }
}
