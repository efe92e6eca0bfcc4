'use client'

import { useState } from 'react'

/** Goes on by a full load in place of this page: nothing of who was here before stays in memory, and Back does not return. */
export function useLeaving() {
  const [leaving, setLeaving] = useState(false)
  const leaveTo = ({ to }: { to: string }) => {
    setLeaving(true)
    window.location.replace(to)
  }
  return { leaving, leaveTo }
}
