'use client'

import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useOrganization } from '@/components/shell/organization-context'
import { clientSettings } from '@/components/ui/client-settings'
import { newIdempotencyKey, type ActionFailure } from '@/components/ui/use-action'
import { enterCountAction } from '@/lib/catalog/warehouse/actions'
import { maxEntryAgeMs, type EntryOutcome } from '@/lib/catalog/warehouse/count-schema'

export type QueuedEntry = { key: string; code: string; productId: string | null; units: number; atMs: number }
export type SettledEntry = QueuedEntry & { result: EntryOutcome | ActionFailure }

const RETRY_AFTER_MS = 4000
const CHANGED = 'count-queue-changed'
/** Failures that a retry may pass. */
const passing: readonly string[] = [
  'unavailable',
  'requestInFlight',
  'tooManyRequests',
  'signedOut',
  'organizationChanged',
]

/** For one session and person, on this device. */
export type QueueOwner = { countId: string; personId: string }
const nameOf = ({ countId, personId }: QueueOwner) => `count-queue:${countId}:${personId}`
const none: QueuedEntry[] = []
const kept = new Map<string, { text: string; entries: QueuedEntry[] }>()

/** The device's own list: it outlives a reload, and what has not been saved stands in it. */
function readQueue(name: string): QueuedEntry[] {
  const text = localStorage.getItem(name) ?? ''
  const known = kept.get(name)
  if (known?.text === text) return known.entries
  let entries = none
  try {
    entries = text ? (JSON.parse(text) as QueuedEntry[]) : none
  } catch {
    // Unreadable text was not written here.
  }
  kept.set(name, { text, entries })
  return entries
}

function writeQueue(name: string, entries: QueuedEntry[]) {
  if (entries.length === 0) localStorage.removeItem(name)
  else localStorage.setItem(name, JSON.stringify(entries))
  window.dispatchEvent(new Event(CHANGED))
}

const subscribe = (listener: () => void) => {
  window.addEventListener(CHANGED, listener)
  window.addEventListener('storage', listener)
  return () => {
    window.removeEventListener(CHANGED, listener)
    window.removeEventListener('storage', listener)
  }
}

/**
 * Entries go out one after the other, each with the key it was made with: the server adds it once, however often it is
 * sent. Unsent ones wait here, through a reload too.
 */
export function useEntryQueue(owner: QueueOwner, onSettled: (entry: SettledEntry) => void) {
  const { countId } = owner
  const name = nameOf(owner)
  const { organizationId } = useOrganization()
  const waiting = useSyncExternalStore(
    subscribe,
    () => readQueue(name),
    () => none,
  )
  const [stalled, setStalled] = useState(false)
  const sending = useRef(false)
  const settled = useRef(onSettled)
  useEffect(() => void (settled.current = onSettled))

  const send = useCallback(async () => {
    if (sending.current) return
    sending.current = true
    try {
      for (let next = readQueue(name)[0]; next; next = readQueue(name)[0]) {
        const { key, atMs, ...entry } = next
        const ageMs = Math.min(maxEntryAgeMs, Math.max(0, Date.now() - atMs))
        const answer = await withDeadline(
          enterCountAction({ organizationId, idempotencyKey: key }, { countId, ...entry, ageMs }),
        )
        if (!answer || (!answer.ok && passing.includes(answer.error))) return setStalled(true)
        setStalled(false)
        writeQueue(
          name,
          readQueue(name).filter((one) => one.key !== key),
        )
        const result = answer.ok ? answer.data : { code: answer.error, values: answer.values }
        settled.current({ ...next, result })
      }
    } finally {
      sending.current = false
    }
  }, [countId, name, organizationId])

  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- it sets state only after the server has answered
    void send()
    const again = () => void send()
    window.addEventListener('online', again)
    const timer = setInterval(again, RETRY_AFTER_MS)
    return () => {
      window.removeEventListener('online', again)
      clearInterval(timer)
    }
  }, [send])

  const add = (entry: Omit<QueuedEntry, 'key' | 'atMs'>) => {
    writeQueue(name, [...readQueue(name), { ...entry, key: newIdempotencyKey(), atMs: Date.now() }])
    void send()
  }
  return { waiting, stalled: stalled && waiting.length > 0, add }
}

/** Null where no answer came. */
async function withDeadline<T>(call: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const deadline = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), clientSettings.actionDeadlineMs)
  })
  return Promise.race([call, deadline])
    .catch(() => null)
    .finally(() => clearTimeout(timer))
}
