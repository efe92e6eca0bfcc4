'use client'

import { useEffect } from 'react'

const EVERY_MS = 10 * 60_000

/** Has the session's cookie renewed while somebody works; a tab left open on its own lets it idle out. */
export function SessionKeeper() {
  useEffect(() => {
    let renewedAt = 0
    const renew = () => {
      if (Date.now() - renewedAt < EVERY_MS) return
      renewedAt = Date.now()
      void fetch('/api/auth/session', { cache: 'no-store' }).catch(() => undefined)
    }
    renew()
    const signs = ['pointerdown', 'keydown'] as const
    for (const sign of signs) window.addEventListener(sign, renew, { passive: true })
    return () => {
      for (const sign of signs) window.removeEventListener(sign, renew)
    }
  }, [])
  return null
}
