'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useTransition } from 'react'

const usualMs = 1500

/**
 * Asks the server for the page again and again while something on it is under way. The next time only after an answer: another
 * request would take the place of the one before, and a page slower than the pause would never be shown.
 */
export function KeepFresh({ everyMs = usualMs }: { everyMs?: number }) {
  const router = useRouter()
  const [isRefreshing, startRefreshing] = useTransition()
  useEffect(() => {
    if (isRefreshing) return
    const timer = setInterval(() => document.hidden || startRefreshing(() => router.refresh()), everyMs)
    return () => clearInterval(timer)
  }, [router, everyMs, isRefreshing])
  return null
}
