'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useRef } from 'react'

/** Others count too: what they have entered shows within this. */
const REFRESH_EVERY_MS = 15_000
/** A scanner is quicker than the page: it is asked for again once scanning pauses. */
const REFRESH_AFTER_MS = 1200

/**
 * Asks for the page again now and then, and soon after what is done here. Only while the server answers: without a
 * connection the router would leave the page for the browser's own error.
 */
export function useFreshPage(): () => void {
  const router = useRouter()
  const soon = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const refresh = useCallback(async () => {
    const isThere = await fetch('/api/health', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) router.refresh()
  }, [router])
  useEffect(() => {
    const timer = setInterval(() => document.hidden || void refresh(), REFRESH_EVERY_MS)
    return () => {
      clearInterval(timer)
      clearTimeout(soon.current)
    }
  }, [refresh])
  return useCallback(() => {
    clearTimeout(soon.current)
    soon.current = setTimeout(() => void refresh(), REFRESH_AFTER_MS)
  }, [refresh])
}
