'use client'

import { useEffect } from 'react'
import toast, { Toaster as HotToaster, useToasterStore } from 'react-hot-toast'
import { clientSettings } from './client-settings'

const { limit, durationMs } = clientSettings.toast

/** One for the whole app, in the root layout. Show one with `toast.success(text)` of react-hot-toast. */
export function Toaster() {
  const { toasts } = useToasterStore()

  useEffect(() => {
    for (const extra of toasts.filter((shown) => shown.visible).slice(limit)) toast.remove(extra.id)
  }, [toasts])

  return (
    <HotToaster
      position="top-center"
      containerClassName="print:hidden"
      toastOptions={{
        duration: durationMs,
        className: 'text-[14px]! font-medium! shadow-floating! rounded-control! border! border-line!',
        style: { background: 'var(--raised)', color: 'var(--ink)', maxWidth: 'min(420px, calc(100vw - 32px))' },
        success: { iconTheme: { primary: 'var(--good)', secondary: 'var(--raised)' } },
        error: {
          iconTheme: { primary: 'var(--bad)', secondary: 'var(--raised)' },
          ariaProps: { role: 'alert', 'aria-live': 'assertive' },
        },
      }}
    />
  )
}
