'use client'

import { RouteError, type RouteErrorProps } from '@/components/shell/route-error'

export default function RootError(props: RouteErrorProps) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <RouteError {...props} home="/" />
    </main>
  )
}
