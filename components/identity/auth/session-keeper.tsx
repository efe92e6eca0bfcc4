'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { clearTab } from '@/components/shell/member-storage'
import { msSince } from '@/components/shell/ms-since'
import { signInPath } from '@/lib/identity/auth/return-path'
import { leavePage } from './leave-page'
import { SessionBanner, type SessionTrouble } from './session-banner'
import { listenToOtherTabs } from './session-channel'
import { followTyping } from './typed-input'

const RENEW_EVERY_MS = 10 * 60_000
const LOOK_EVERY_MS = 30_000
/** A user who comes back from signing in should not wait for the banner to go. */
const LOOK_IN_TROUBLE_MS = 1_000

type SessionKeeperProps = { userId: string; organizationId: string; organizationName: string }
type SessionStatus = { userId: string; organizationId: string | null; organizationName: string | null }

/**
 * Has the session's cookie renewed while somebody works (a tab left open on its own lets it idle out), and tells the tab what
 * happened to the session elsewhere: at once from this browser's tabs, from anywhere when somebody comes back to it.
 */
export function SessionKeeper({ userId, organizationId, organizationName }: SessionKeeperProps) {
  const [trouble, setTrouble] = useState<SessionTrouble | null>(null)
  const typing = useRef<ReturnType<typeof followTyping> | null>(null)

  const end = useCallback(() => {
    if (typing.current?.hasTyped()) return setTrouble({ kind: 'ended' })
    setTrouble({ kind: 'leaving' })
    leavePage(signInPath(window.location.pathname + window.location.search))
  }, [])

  const judge = useCallback(
    (session: SessionStatus | null) => {
      if (!session) return end()
      if (session.userId !== userId) return setTrouble({ kind: 'person' })
      if (session.organizationId === organizationId) return setTrouble(null)
      setTrouble({ kind: 'company', name: session.organizationName, here: organizationName })
    },
    [end, userId, organizationId, organizationName],
  )

  useEffect(() => {
    typing.current = followTyping()
    return () => typing.current?.stop()
  }, [])

  useEffect(() => {
    let lookedAt = Date.now()
    const look = () => {
      lookedAt = Date.now()
      void fetchSession().then((session) => session !== undefined && judge(session))
    }
    const onReturn = () => {
      if (document.visibilityState === 'visible' && msSince(lookedAt) >= (trouble ? LOOK_IN_TROUBLE_MS : LOOK_EVERY_MS))
        look()
    }
    // A page that Back brings out of memory may be older than the sign-out.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && look()
    const stopHearing = listenToOtherTabs((news) => {
      if (news !== 'ended') return look()
      clearTab()
      end()
    })
    window.addEventListener('focus', onReturn)
    window.addEventListener('pageshow', onShow)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      stopHearing()
      window.removeEventListener('focus', onReturn)
      window.removeEventListener('pageshow', onShow)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [end, judge, trouble])

  useEffect(() => {
    let renewedAt = 0
    const renew = () => {
      if (msSince(renewedAt) < RENEW_EVERY_MS) return
      renewedAt = Date.now()
      void isRenewed().then((renewed) => renewed === false && end())
    }
    renew()
    const signs = ['pointerdown', 'keydown'] as const
    for (const sign of signs) window.addEventListener(sign, renew, { passive: true })
    return () => {
      for (const sign of signs) window.removeEventListener(sign, renew)
    }
  }, [end])

  return trouble && <SessionBanner trouble={trouble} />
}

/** Undefined when nothing could be heard: a tab without network stays as it is. */
async function fetchJson(path: string): Promise<Record<string, unknown> | undefined> {
  try {
    const answer = await fetch(path, { cache: 'no-store' })
    return answer.ok ? ((await answer.json()) as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

async function fetchSession(): Promise<SessionStatus | null | undefined> {
  const answer = await fetchJson('/api/session')
  return answer && (answer.standing as SessionStatus | null)
}

/** next-auth answers an empty object where no session lives. */
async function isRenewed(): Promise<boolean | undefined> {
  const answer = await fetchJson('/api/auth/session')
  return answer && 'user' in answer
}
