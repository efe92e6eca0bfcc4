'use client'

import { ArrowPathIcon } from '@heroicons/react/24/outline'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState, useTransition } from 'react'

const POLL_EVERY_MS = 8000
/** Polling keeps a session alive: an untouched page stops after this long until it is used again. */
const TOUCHED_WITHIN_MS = 300_000
const touches = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/**
 * Says how many orders came after the list was read (`since`, ISO 8601) that it would show (`query`, of its address), over the page: the
 * list itself stays as it is until the reader asks for it.
 */
export function NewOrders({ since, query = '' }: { since: string; query?: string }) {
  const t = useTranslations('orders.fresh')
  const router = useRouter()
  const [known, setKnown] = useState({ since, count: 0 })
  const [isReading, startReading] = useTransition()
  const touchedAt = useRef(0)
  const count = known.since === since ? known.count : 0

  useEffect(() => {
    const ending = new AbortController()
    touchedAt.current = Date.now()
    for (const touch of touches)
      window.addEventListener(touch, () => (touchedAt.current = Date.now()), {
        passive: true,
        capture: true,
        signal: ending.signal,
      })
    const timer = setInterval(() => {
      if (document.hidden || Date.now() - touchedAt.current > TOUCHED_WITHIN_MS) return
      void countNew(since, query, ending.signal).then((result) => {
        if (result !== null && !ending.signal.aborted) setKnown({ since, count: result })
      })
    }, POLL_EVERY_MS)
    return () => {
      clearInterval(timer)
      ending.abort()
    }
  }, [since, query])

  return (
    <div
      role="status"
      data-print="hide"
      className="pointer-events-none fixed inset-x-0 top-16 z-20 flex justify-center"
    >
      {count > 0 && (
        <button
          type="button"
          disabled={isReading}
          onClick={() => startReading(() => router.refresh())}
          className="pointer-events-auto inline-flex min-h-control items-center gap-2 rounded-full bg-accent px-4 font-semibold text-on-accent shadow-floating hover:brightness-95"
        >
          <ArrowPathIcon aria-hidden className="size-[18px]" />
          {t('count', { count })}
        </button>
      )}
    </div>
  )
}

/** Null where nothing could be learnt: the next time may tell. */
async function countNew(since: string, query: string, signal: AbortSignal): Promise<number | null> {
  try {
    const params = new URLSearchParams(query)
    params.set('since', since)
    const answer = await fetch(`/api/orders/new?${params.toString()}`, { signal })
    const body = (await answer.json()) as { ok: true; data: { count: number } } | { ok: false }
    return body.ok ? body.data.count : null
  } catch {
    return null
  }
}
