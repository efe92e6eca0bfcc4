'use client'

import { useSyncExternalStore } from 'react'
import { noticeHref, urgentKinds } from '@/lib/identity/notices/kinds'
import type { Notice } from '@/lib/insight/notifications/queries'

/** Storage key of whether this browser shows notices, and of the time of the newest one shown: for all of its tabs. */
const storeName = 'browser-notices-since'

/** `denied`: blocked in the browser itself. */
export type BrowserNotices = 'unsupported' | 'denied' | 'off' | 'on'

function readSince(): string | null {
  try {
    return localStorage.getItem(storeName)
  } catch {
    // Storage may be switched off: then the choice cannot be stored, and nothing is shown.
    return null
  }
}

function keepSince(since: string | null) {
  try {
    if (since === null) localStorage.removeItem(storeName)
    else localStorage.setItem(storeName, since)
  } catch {
    // As above.
  }
  for (const listener of listeners) listener()
}

/** Chrome on Android knows the class and refuses to make one outside a service worker. */
let refused = false
function showNotification(title: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification(title, options)
  } catch {
    refused = true
    keepSince(null)
    return null
  }
}

function readState(): BrowserNotices {
  if (refused || typeof Notification === 'undefined') return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && readSince() !== null ? 'on' : 'off'
}

const listeners = new Set<() => void>()
function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export const useBrowserNotices = (): BrowserNotices => useSyncExternalStore(subscribe, readState, () => 'unsupported')

/** Only ever from a click: the browser asks the person, once. */
export async function turnOnBrowserNotices(): Promise<void> {
  const permission = await Notification.requestPermission()
  keepSince(permission === 'granted' ? new Date().toISOString() : null)
}

export const turnOffBrowserNotices = () => keepSince(null)

/** Shows what is new, unread and urgent; each once, however many tabs are open. */
export function notifyBrowser(latest: readonly Notice[], wordsOf: (notice: Notice) => { title: string; body: string }) {
  const since = readSince()
  if (readState() !== 'on' || since === null) return
  const news = latest.filter(({ at, read, kind }) => !read && at > since && urgentKinds.includes(kind))
  for (const notice of news) {
    const { title, body } = wordsOf(notice)
    // Another tab that tells the same takes its place.
    const shown = showNotification(title, { body, tag: notice.id, icon: '/icon.svg' })
    if (!shown) return
    shown.onclick = () => {
      window.focus()
      window.location.assign(noticeHref(notice))
    }
  }
  const newest = latest.reduce((last, { at }) => (at > last ? at : last), since)
  if (newest !== since) keepSince(newest)
}
