'use client'

import { useLocale, useTranslations } from 'next-intl'
import { createContext, useContext, type ReactNode } from 'react'
import { LiveProvider } from '@/components/shell/live'
import { notifyBrowser, useBrowserNotices } from './browser-notices'
import { noticeValues } from './notice-values'
import { useNotices, type Notices } from './use-notices'

const NoticesContext = createContext<Notices | null>(null)

type NoticesProviderProps = { unread: number; children: ReactNode }

/** One count for all that shows it: the bell and the phone's bar. The browser tells what is urgent itself, where it was asked to. */
export function NoticesProvider({ unread, children }: NoticesProviderProps) {
  const isNotifying = useBrowserNotices() === 'on'
  return (
    <LiveProvider whileHidden={isNotifying}>
      <SharedNotices unread={unread}>{children}</SharedNotices>
    </LiveProvider>
  )
}

function SharedNotices({ unread, children }: NoticesProviderProps) {
  const t = useTranslations('notifications')
  const language = useLocale()
  const notices = useNotices(unread, (latest) => {
    void notifyBrowser(latest, (notice) => {
      const values = noticeValues(notice, language)
      return { title: t(`kinds.${notice.kind}.title`, values), body: t(`kinds.${notice.kind}.text`, values) }
    })
  })
  return <NoticesContext value={notices}>{children}</NoticesContext>
}

export function useSharedNotices(): Notices {
  const notices = useContext(NoticesContext)
  if (!notices) throw new Error('There is no NoticesProvider above')
  return notices
}
