'use client'

import { usePathname } from 'next/navigation'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useOrganization } from '@/components/shell/organization-context'
import { markNoticesReadAction } from '@/lib/insight/notifications/actions'
import type { Notice, NoticeList } from '@/lib/insight/notifications/queries'
import { useBrowserNotices } from './browser-notices'

export type Notices = { unread: number; latest: Notice[] | null; failed: boolean; load: () => Promise<void> }

/** Not by the clock, which would keep an unused session alive: the person's own way through the pages asks again. */
const pollMs = 30_000
/** Where the browser tells notices it has to be asked for them, but only for as long after the person last did something here. */
const notifyEveryMs = 60_000
const presentMs = 4 * 60 * 60_000

export function useNotices(initial: number, onNews: (latest: Notice[]) => void = () => undefined): Notices {
  const { organizationId } = useOrganization()
  const [unread, setUnread] = useState(initial)
  const [latest, setLatest] = useState<Notice[] | null>(null)
  const [failed, setFailed] = useState(false)
  const requestedAt = useRef<number | null>(null)
  const pathname = usePathname()

  // The page was rendered again with another count.
  const [known, setKnown] = useState(initial)
  if (known !== initial) {
    setKnown(initial)
    setUnread(initial)
  }

  useEffect(() => {
    const now = Date.now()
    const isFirst = requestedAt.current === null
    if (!isFirst && now - requestedAt.current! < pollMs) return
    requestedAt.current = now
    if (isFirst) return
    void fetchNotices().then((list) => list && setUnread(list.unread))
  }, [pathname])

  const isNotifying = useBrowserNotices() === 'on'
  const listener = useRef(onNews)
  useEffect(() => void (listener.current = onNews))
  useEffect(() => {
    if (!isNotifying) return
    let seenAt = Date.now()
    const see = () => (seenAt = Date.now())
    const timer = setInterval(() => {
      if (Date.now() - seenAt > presentMs) return
      void fetchNotices().then((list) => {
        if (!list) return
        setUnread(list.unread)
        listener.current(list.latest)
      })
    }, notifyEveryMs)
    const signs = ['pointerdown', 'keydown'] as const
    for (const sign of signs) window.addEventListener(sign, see)
    return () => {
      clearInterval(timer)
      for (const sign of signs) window.removeEventListener(sign, see)
    }
  }, [isNotifying])

  const load = useCallback(async () => {
    setFailed(false)
    const list = await fetchNotices()
    setFailed(!list)
    if (!list) return
    setLatest(list.latest)
    setUnread(list.unread)
    const ids = list.latest.filter(({ read }) => !read).map(({ id }) => id)
    if (ids.length === 0) return
    const marked = await markNoticesReadAction({ organizationId }, { ids }).catch(() => null)
    if (marked?.ok) setUnread((count) => Math.max(0, count - ids.length))
  }, [organizationId])

  // One value until something of it changes: a new one each time would have every page below it drawn by the browser.
  return useMemo(() => ({ unread, latest, failed, load }), [unread, latest, failed, load])
}

async function fetchNotices(): Promise<NoticeList | null> {
  try {
    const answer = await fetch('/api/notifications')
    const body = (await answer.json()) as { ok: true; data: NoticeList } | { ok: false }
    return body.ok ? body.data : null
  } catch {
    return null
  }
}
