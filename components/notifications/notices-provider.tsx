'use client'

import { createContext, useContext, type ReactNode } from 'react'
import { useNotices, type Notices } from './use-notices'

const NoticesContext = createContext<Notices | null>(null)

/** One count for all that shows it: the bell and the phone's bar. */
export function NoticesProvider({ unread, children }: { unread: number; children: ReactNode }) {
  return <NoticesContext value={useNotices(unread)}>{children}</NoticesContext>
}

export function useSharedNotices(): Notices {
  const notices = useContext(NoticesContext)
  if (!notices) throw new Error('There is no NoticesProvider above')
  return notices
}
