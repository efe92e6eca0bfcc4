'use client'

import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useLiveMarks } from '@/components/shell/live'
import { useOrganization } from '@/components/shell/organization-context'
import { markNoticesReadAction } from '@/lib/insight/notifications/actions'
import type { Notice, NoticeList } from '@/lib/insight/notifications/queries'
import { useBrowserNotices } from './browser-notices'
import { fetchNotices } from './fetch-notices'

export type Notices = { unread: number; latest: Notice[] | null; failed: boolean; load: () => Promise<void> }

export function useNotices(initial: number, onNews: (latest: Notice[]) => void = () => undefined): Notices {
  const { organizationId } = useOrganization()
  const [unread, setUnread] = useState(initial)
  const [latest, setLatest] = useState<Notice[] | null>(null)
  const [failed, setFailed] = useState(false)
  // The page was rendered again with another count.
  const [known, setKnown] = useState(initial)
  if (known !== initial) {
    setKnown(initial)
    setUnread(initial)
  }

  const isNotifying = useBrowserNotices() === 'on'
  const mark = useLiveMarks()?.notices ?? null
  const receive = useEffectEvent((list: NoticeList) => {
    setUnread(list.unread)
    if (isNotifying) onNews(list.latest)
  })
  // The first mark may already tell of notices that came after the page.
  useEffect(() => {
    if (mark === null) return
    let isOver = false
    void fetchNotices().then((list) => list && !isOver && receive(list))
    return () => void (isOver = true)
  }, [mark])

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
