'use client'

import { useSyncExternalStore } from 'react'
import { noticeHref, urgentKinds } from '@/lib/identity/notices/kinds'
import type { Notice } from '@/lib/insight/notifications/queries'
import { fetchNotices } from './fetch-notices'

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

const workerPath = '/notices.js'
/** The browser shows none, in either way. */
let refused = false

/** Phones show notices through a service worker alone; a browser that has none makes them itself. */
async function showNotification(title: string, href: string, options: NotificationOptions): Promise<boolean> {
  const worker = await startWorker()
  try {
    if (worker) await worker.showNotification(title, { ...options, data: { href } })
    else showHere(title, href, options)
    return true
  } catch {
    return false
  }
}

function showHere(title: string, href: string, options: NotificationOptions) {
  const shown = new Notification(title, options)
  shown.onclick = () => {
    window.focus()
    window.location.assign(href)
  }
}

/** Null where the browser has no service workers, as a private window, or none for this page. */
async function startWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null
  try {
    await navigator.serviceWorker.register(workerPath)
    return await navigator.serviceWorker.ready
  } catch {
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

/**
 * Only ever from a click: the browser asks the person, once. Notices that are there by then are not new; their times are the server's,
 * and this device's clock may be days away from them.
 */
export async function turnOnBrowserNotices(): Promise<void> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return keepSince(null)
  await startWorker()
  const there = await fetchNotices()
  keepSince(newestOf(there?.latest ?? [], ''))
}

const newestOf = (notices: readonly Notice[], since: string) =>
  notices.reduce((last, { at }) => (at > last ? at : last), since)

export async function turnOffBrowserNotices(): Promise<void> {
  keepSince(null)
  if (!('serviceWorker' in navigator)) return
  const worker = await navigator.serviceWorker.getRegistration(workerPath).catch(() => undefined)
  await worker?.unregister()
}

/** Shows what is new, unread and urgent; each once, however many tabs are open. */
export async function notifyBrowser(
  latest: readonly Notice[],
  wordsOf: (notice: Notice) => { title: string; body: string },
): Promise<void> {
  const since = readSince()
  if (readState() !== 'on' || since === null) return
  const news = latest.filter(({ at, read, kind }) => !read && at > since && urgentKinds.includes(kind))
  const newest = newestOf(latest, since)
  // Stored before they are shown: another answer may come meanwhile.
  if (newest !== since) keepSince(newest)
  for (const notice of news) {
    const { title, body } = wordsOf(notice)
    // Another tab that tells the same takes its place.
    const options = { body, tag: notice.id, icon: '/icon.svg' }
    if (await showNotification(title, noticeHref(notice), options)) continue
    refused = true
    return keepSince(null)
  }
}
