'use client'

import { Skeleton } from '@/components/ui/skeleton'

export function ResultSkeleton() {
  return (
    <>
      <Skeleton className="mb-6 h-14 w-72" />
      <Skeleton className="mb-4 h-9 w-96 max-w-full" />
      <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
        {Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} className="h-[150px] rounded-card" />
        ))}
      </div>
      <Skeleton className="h-[620px] rounded-card" />
    </>
  )
}
