'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const everyMs = 1500

/** Asks the server for the page again and again while something on it is under way. */
export function KeepFresh() {
  const router = useRouter()
  useEffect(() => {
    const timer = setInterval(() => document.hidden || router.refresh(), everyMs)
    return () => clearInterval(timer)
  }, [router])
  return null
}
