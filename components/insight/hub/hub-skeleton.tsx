'use client'

import { Skeleton } from '@/components/ui/skeleton'

const areas = 8

export function HubSkeleton() {
  return (
    <>
      <Skeleton className="mb-4 h-14 w-72" />
      <div className="grid gap-3 sm:grid-cols-2 lg:gap-4 xl:grid-cols-3">
        {Array.from({ length: areas }, (_, index) => (
          <Skeleton key={index} className="h-[170px] rounded-card" />
        ))}
      </div>
    </>
  )
}
