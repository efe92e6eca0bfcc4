'use client'

import { Skeleton } from '@/components/ui/skeleton'

export function AnalyticsSkeleton() {
  return (
    <>
      <Skeleton className="mb-4 h-14 w-72" />
      <Skeleton className="mb-4 h-9 w-full" />
      <Skeleton className="mb-4 h-9 w-96 max-w-full" />
      <Skeleton className="mb-4 h-80 rounded-card" />
      <Skeleton className="h-[520px] rounded-card" />
    </>
  )
}
