'use client'

import { FiguresSkeleton, Loading, TableSkeleton } from '@/components/shell/page-skeletons'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'

/** The geometry of the page: figures, causes and the list. Heading and tabs stand above already. */
export const ReconciliationSkeleton = () => (
  <Loading>
    <div className="mb-4 flex min-h-control justify-end">
      <Skeleton className="h-control w-36" />
    </div>
    <FiguresSkeleton />
    <div className="grid gap-4">
      <Card>
        <Skeleton className="h-40 w-full" />
      </Card>
      <TableSkeleton filters={3} />
    </div>
  </Loading>
)
