'use client'

import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import type { LiveMarks } from '@/lib/insight/live/marks'
import { msSince } from './ms-since'

const EVERY_MS = 8000
/** Another tab is in front, and this browser shows notices of its own. */
const HIDDEN_EVERY_MS = 60_000
/** As long as a session may idle, which asking does not prolong: after it there is nothing to ask. */
const PRESENT_MS = 12 * 60 * 60_000
const signs = ['pointerdown', 'keydown'] as const

const LiveContext = createContext<LiveMarks | null>(null)

/** The last answer of the server about what may be new; null before the first one. */
export const useLiveMarks = (): LiveMarks | null => useContext(LiveContext)

type LiveProviderProps = { whileHidden?: boolean; children: ReactNode }

/** The one clock of all open pages: nothing else asks the server for news by itself. A hidden tab asks nothing. */
export function LiveProvider({ whileHidden = false, children }: LiveProviderProps) {
  const [marks, setMarks] = useState<LiveMarks | null>(null)
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    let presentAt = Date.now()
    let askedAt = Date.now()
    const ask = () => {
      askedAt = Date.now()
      void fetchMarks(signal).then((next) => {
        if (next && !signal.aborted) setMarks((last) => (last && isSame(last, next) ? last : next))
      })
    }
    const tick = () => {
      if (Date.now() - presentAt > PRESENT_MS) return
      if (document.hidden && !(whileHidden && msSince(askedAt) >= HIDDEN_EVERY_MS)) return
      ask()
    }
    const timer = setInterval(tick, EVERY_MS)
    for (const sign of signs) window.addEventListener(sign, () => (presentAt = Date.now()), { capture: true, signal })
    document.addEventListener('visibilitychange', () => document.hidden || tick(), { signal })
    return () => {
      clearInterval(timer)
      ending.abort()
    }
  }, [whileHidden])
  return <LiveContext value={marks}>{children}</LiveContext>
}

const isSame = (a: LiveMarks, b: LiveMarks) =>
  a.orders === b.orders && a.returns === b.returns && a.parcels === b.parcels && a.notices === b.notices

/** Null where nothing could be learnt: the next time may tell. */
async function fetchMarks(signal: AbortSignal): Promise<LiveMarks | null> {
  try {
    const answer = await fetch('/api/updates', { signal })
    const body = (await answer.json()) as { ok: true; data: LiveMarks } | { ok: false }
    return body.ok ? body.data : null
  } catch {
    return null
  }
}
