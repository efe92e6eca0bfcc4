'use client'

import { useRouter } from 'next/navigation'
import { createContext, lazy, Suspense, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { mayLeavePage } from '@/components/ui/use-unsaved-guard'
import { getDestination } from './navigation'
import { isShortcut } from './shortcut-keys'
import type { ShortcutPlace } from './shortcut-places'

const ShortcutsSheet = lazy(() => import('./shortcuts-sheet'))
/** How long G waits for its letter. */
const letterMs = 1500

type Shortcuts = { places: readonly ShortcutPlace[]; show: () => void }
const Context = createContext<Shortcuts>({ places: [], show: () => undefined })
export const useShortcuts = () => useContext(Context)

/** `?` shows the keys, G and a letter leads to a page. The palette has `/` and Ctrl+K, the sidebar Ctrl+B. */
export function ShortcutsProvider({ places, children }: { places: readonly ShortcutPlace[]; children: ReactNode }) {
  const router = useRouter()
  const [sheet, setSheet] = useState<'unused' | 'open' | 'closed'>('unused')

  useEffect(() => {
    let waitsUntil = 0
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      const key = event.key.toLowerCase()
      const place = Date.now() < waitsUntil ? places.find(({ letter }) => letter === key) : undefined
      waitsUntil = !place && key === 'g' ? Date.now() + letterMs : 0
      if (place) {
        // A list may have a meaning of its own for the letter.
        event.stopPropagation()
        event.preventDefault()
        if (mayLeavePage()) router.push(getDestination(place.page).href)
      } else if (key === '?') {
        event.preventDefault()
        setSheet('open')
      }
    }
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [places, router])

  const value = useMemo(() => ({ places, show: () => setSheet('open') }), [places])
  return (
    <Context value={value}>
      {children}
      {sheet !== 'unused' && (
        <Suspense fallback={null}>
          <ShortcutsSheet places={places} open={sheet === 'open'} onClose={() => setSheet('closed')} />
        </Suspense>
      )}
    </Context>
  )
}
