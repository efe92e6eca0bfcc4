'use client'

import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'

const rows = 8

/** The geometry of the page: heading, totals, tabs, search and rows. */
export function ExpensesSkeleton() {
  return (
    <>
      <div className="mb-4 flex min-h-control items-center justify-between">
        <Skeleton className="h-7 w-40" />
        <Skeleton className="h-control w-36" />
      </div>
      <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
        {Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} className="h-[86px] rounded-card" />
        ))}
      </div>
      <Skeleton className="mb-4 h-control w-80 max-w-full" />
      <Card flush>
        <div className="p-3">
          <Skeleton className="h-control w-full" />
        </div>
        {Array.from({ length: rows }, (_, index) => (
          <div key={index} className="flex items-center gap-3 border-t border-line px-4 py-3">
            <Skeleton className="h-5 flex-1" />
            <Skeleton className="h-5 w-24" />
          </div>
        ))}
      </Card>
    </>
  )
}
