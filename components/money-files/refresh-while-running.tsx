'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const everyMs = 2000

/** The page again and again while the worker is at one of its files; not where nobody looks. */
export function RefreshWhileRunning({ isRunning }: { isRunning: boolean }) {
  const router = useRouter()
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') router.refresh()
    }, everyMs)
    return () => clearInterval(timer)
  }, [isRunning, router])
  return null
}
