'use client'

import { useEffect, useState } from 'react'

/** Leaves for another site, and is ready again for who comes back by Back. */
export function useVisit() {
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    const onReturn = (event: PageTransitionEvent) => event.persisted && setLeaving(false)
    window.addEventListener('pageshow', onReturn)
    return () => window.removeEventListener('pageshow', onReturn)
  }, [])
  const leave = (to: string) => {
    setLeaving(true)
    window.location.assign(to)
  }
  return { leaving, leave }
}
