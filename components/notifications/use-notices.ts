'use client'

import { usePathname } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useOrganization } from '@/components/shell/organization-context'
import { markNoticesReadAction } from '@/lib/notifications/actions'
import type { Notice, NoticeList } from '@/lib/notifications/queries'

export type Notices = { unread: number; latest: Notice[] | null; failed: boolean; load: () => Promise<void> }

/** Not by the clock, which would keep an unused session alive: the person's own way through the pages asks again. */
const askAgainMs = 30_000

export function useNotices(initial: number): Notices {
  const { organizationId } = useOrganization()
  const [unread, setUnread] = useState(initial)
  const [latest, setLatest] = useState<Notice[] | null>(null)
  const [failed, setFailed] = useState(false)
  const askedAt = useRef<number | null>(null)
  const pathname = usePathname()

  // The page came anew with another count.
  const [known, setKnown] = useState(initial)
  if (known !== initial) {
    setKnown(initial)
    setUnread(initial)
  }

  useEffect(() => {
    const now = Date.now()
    const isFirst = askedAt.current === null
    if (!isFirst && now - askedAt.current! < askAgainMs) return
    askedAt.current = now
    if (isFirst) return
    void fetchNotices().then((list) => list && setUnread(list.unread))
  }, [pathname])

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

  return { unread, latest, failed, load }
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
