'use client'

import { Loading, TableSkeleton } from '@/components/shell/page-skeletons'
import { Skeleton } from '@/components/ui/skeleton'

export const HealthSkeleton = () => (
  <Loading>
    <Skeleton className="mb-4 h-12 w-56" />
    <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-3">
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="h-28 rounded-card" />
      ))}
    </div>
    <TableSkeleton rows={5} filters={0} />
  </Loading>
)
