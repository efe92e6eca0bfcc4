import { Suspense, use, type ReactNode } from 'react'
import { valueIn } from '@/lib/core/process/wait-shortly'

type WhenReadyProps<T> = { promise: Promise<T>; fallback: ReactNode; children: (value: T) => ReactNode }

/**
 * The fallback until the value is there. A value that the page has waited for (waitShortly) has no boundary around it: it would
 * be sent together with its fallback, and a script that swaps them.
 */
export function WhenReady<T>({ promise, fallback, children }: WhenReadyProps<T>) {
  const ready = valueIn(promise)
  if (ready) return children(ready.value)
  return (
    <Suspense fallback={fallback}>
      <Awaited promise={promise}>{children}</Awaited>
    </Suspense>
  )
}

function Awaited<T>({ promise, children }: Omit<WhenReadyProps<T>, 'fallback'>) {
  return children(use(promise))
}
