'use client'

import { useEffect, useState } from 'react'
import type { LiveMarks } from '@/lib/insight/live/marks'
import { useLiveMarks } from './live'

/**
 * The answer of `address` once the mark of its kind has changed since the page was read (`since`, ISO 8601), and `none` until
 * then. A mark that was known before the page was read says nothing new.
 */
export function useLiveNews<News>(kind: keyof LiveMarks, since: string, address: string, none: News): News {
  const mark = useLiveMarks()?.[kind] ?? null
  const [read, setRead] = useState({ since, mark })
  const [known, setKnown] = useState<{ since: string; news: News } | null>(null)
  if (read.since !== since) setRead({ since, mark })
  const isNew = mark !== null && mark !== read.mark
  useEffect(() => {
    if (!isNew) return
    const ending = new AbortController()
    void fetchNews<News>(address, ending.signal).then((news) => {
      if (news !== null && !ending.signal.aborted) setKnown({ since, news })
    })
    return () => ending.abort()
  }, [isNew, mark, since, address])
  return known?.since === since ? known.news : none
}

async function fetchNews<News>(address: string, signal: AbortSignal): Promise<News | null> {
  try {
    const answer = await fetch(address, { signal })
    const body = (await answer.json()) as { ok: true; data: News } | { ok: false }
    return body.ok ? body.data : null
  } catch {
    return null
  }
}
