'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useState, useTransition } from 'react'
import type { LiveMarks } from '@/lib/insight/live/marks'
import { useLiveMarks } from './live'

/** However much happens, the page is read once in this time. */
const PAUSE_MS = 20_000

/**
 * Reads the figures of a page again once a mark of these kinds has changed. They change where they stand: while the reader has a
 * dialog or a menu open, or has marked a text, the page waits.
 */
export function FreshFigures({ of }: { of: readonly (keyof LiveMarks)[] }) {
  const router = useRouter()
  const marks = useLiveMarks()
  const mark = marks && of.map((kind) => marks[kind]).join()
  const [shown, setShown] = useState(mark)
  const [isReading, startReading] = useTransition()
  // The first answer of all comes seconds after the page.
  if (shown === null && mark !== null) setShown(mark)
  const isNew = shown !== null && mark !== shown
  const tick = useEffectEvent(() => {
    if (document.hidden || isInUse()) return
    // A change that comes while the page is read may not be in it: that is news again.
    setShown(mark)
    startReading(() => router.refresh())
  })
  useEffect(() => {
    if (!isNew || isReading) return
    const timer = setInterval(tick, PAUSE_MS)
    return () => clearInterval(timer)
  }, [isNew, isReading])
  return null
}

const isInUse = () =>
  document.querySelector('dialog[open], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') !==
    null || getSelection()?.type === 'Range'
