'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const usualMs = 1500

/** Asks the server for the page again and again while something on it is under way. */
export function KeepFresh({ everyMs = usualMs }: { everyMs?: number }) {
  const router = useRouter()
  useEffect(() => {
    const timer = setInterval(() => document.hidden || router.refresh(), everyMs)
    return () => clearInterval(timer)
  }, [router, everyMs])
  return null
}
