'use client'

import { ArrowPathIcon } from '@heroicons/react/24/outline'
import { useRouter } from 'next/navigation'
import { useTransition } from 'react'

/** Over the page, in words, that there is more than the page shows; the page itself stays until the reader asks for it. */
export function NewsStrip({ text }: { text: string }) {
  const router = useRouter()
  const [isReading, startReading] = useTransition()
  return (
    <div
      role="status"
      data-print="hide"
      className="pointer-events-none fixed inset-x-0 top-16 z-20 flex justify-center px-4"
    >
      {text !== '' && (
        <button
          type="button"
          disabled={isReading}
          onClick={() => startReading(() => router.refresh())}
          className="pointer-events-auto inline-flex min-h-control items-center gap-2 rounded-full bg-accent px-4 font-semibold text-on-accent shadow-floating hover:brightness-95"
        >
          <ArrowPathIcon aria-hidden className="size-[18px] shrink-0" />
          {text}
        </button>
      )}
    </div>
  )
}
