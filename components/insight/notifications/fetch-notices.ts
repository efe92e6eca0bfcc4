import type { NoticeList } from '@/lib/insight/notifications/queries'

/** Null where nothing could be learnt. */
export async function fetchNotices(): Promise<NoticeList | null> {
  try {
    const answer = await fetch('/api/notifications')
    const body = (await answer.json()) as { ok: true; data: NoticeList } | { ok: false }
    return body.ok ? body.data : null
  } catch {
    return null
  }
}
