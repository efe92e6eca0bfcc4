'use client'

import { Loading, TableSkeleton } from '@/components/shell/page-skeletons'
import { Skeleton } from '@/components/ui/skeleton'

/** The geometry of every room: filters, cards, rows. */
export function MoneySkeleton() {
  return (
    <Loading>
      <Skeleton className="mb-4 h-control w-96 max-w-full" />
      <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
        {Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} className="h-[96px] rounded-card" />
        ))}
      </div>
      <TableSkeleton />
    </Loading>
  )
}
