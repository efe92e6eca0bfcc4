import type { ReactNode } from 'react'
import { BrandMark } from '@/components/shell/brand'

/** The page behind a link or Google's redirect: progress, a question or a failure, with nothing beside it. */
export function CallbackScreen({ children }: { children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[25rem] flex-col items-center justify-center gap-8 px-4 pb-24">
      <BrandMark className="size-10!" />
      {children}
    </main>
  )
}
