'use client'

import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { clientSettings } from '@/components/ui/client-settings'
import { keepSidebar } from './preferences'

export type SidebarState = 'expanded' | 'collapsed'
type Sidebar = {
  state: SidebarState
  drawerOpen: boolean
  setDrawerOpen: (open: boolean) => void
  toggle: () => void
}

const SidebarContext = createContext<Sidebar | null>(null)

export function useSidebar(): Sidebar {
  const sidebar = useContext(SidebarContext)
  if (!sidebar) throw new Error('useSidebar needs a SidebarProvider above it')
  return sidebar
}

export const isPhone = () => window.matchMedia(`(width < ${clientSettings.mobileBreakpointPx}px)`).matches

export function SidebarProvider({ initial, children }: { initial: SidebarState; children: ReactNode }) {
  const [state, setState] = useState(initial)
  const [drawerOpen, setDrawerOpen] = useState(false)

  const toggle = useCallback(() => {
    if (isPhone()) return setDrawerOpen((open) => !open)
    const next = state === 'expanded' ? 'collapsed' : 'expanded'
    keepSidebar(next)
    setState(next)
  }, [state])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      if (isWriting(event.target)) return
      event.preventDefault()
      toggle()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [toggle])

  const value = useMemo(() => ({ state, drawerOpen, setDrawerOpen, toggle }), [state, drawerOpen, toggle])
  return <SidebarContext value={value}>{children}</SidebarContext>
}

/** Where one writes longer texts the same keys mean bold. */
const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea, [contenteditable]'))
