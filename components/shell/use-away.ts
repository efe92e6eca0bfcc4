'use client'

import { useEffect, useEffectEvent, useState } from 'react'

const PATIENCE_MS = 5000
const PAUSE_MS = 2000

/** Whether the service is away, asked again and again for as long as this stands there; once it is back, `onBack` is called. */
export function useAway(onBack: () => void): boolean {
  const [isAway, setAway] = useState(false)
  const callBack = useEffectEvent(onBack)
  useEffect(() => {
    let next: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    let wasAway = false
    const check = async () => {
      const isThere = await isReady()
      if (isOver) return
      if (isThere && wasAway) callBack()
      wasAway = !isThere
      setAway(wasAway)
      next = setTimeout(() => void check(), PAUSE_MS)
    }
    void check()
    return () => {
      isOver = true
      clearTimeout(next)
    }
  }, [])
  return isAway
}

const isReady = () =>
  fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    ({ status }) => status !== 503,
    () => false,
  )
