'use client'

import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'

const rows = 10

/** The geometry of a list page: heading, tabs, search and rows. */
export function ListPageSkeleton() {
  return (
    <>
      <div className="mb-4 flex min-h-control items-center justify-between">
        <Skeleton className="h-7 w-40" />
        <Skeleton className="h-control w-36" />
      </div>
      <Skeleton className="mb-4 h-control w-64" />
      <Card flush>
        <div className="p-3">
          <Skeleton className="h-control w-full" />
        </div>
        {Array.from({ length: rows }, (_, index) => (
          <div key={index} className="flex items-center gap-3 border-t border-line px-4 py-2.5">
            <Skeleton className="size-10" />
            <Skeleton className="h-5 flex-1" />
            <Skeleton className="h-5 w-24" />
          </div>
        ))}
      </Card>
    </>
  )
}
