import { Suspense, use, type ReactNode } from 'react'
import { valueIn } from '@/lib/core/process/wait-shortly'

type WhenReadyProps<T> = { promise: Promise<T>; fallback: ReactNode; children: (value: T) => ReactNode }

/**
 * The fallback until the value is there. A value that the page has waited for (waitShortly) is sent without it, and without a script
 * that swaps them; its boundary stays, so that a page that is read again never puts the fallback in place of what is shown.
 */
export function WhenReady<T>({ promise, fallback, children }: WhenReadyProps<T>) {
  const ready = valueIn(promise)
  if (ready) return <Suspense fallback={null}>{children(ready.value)}</Suspense>
  return (
    <Suspense fallback={fallback}>
      <Awaited promise={promise}>{children}</Awaited>
    </Suspense>
  )
}

function Awaited<T>({ promise, children }: Omit<WhenReadyProps<T>, 'fallback'>) {
  return children(use(promise))
}
