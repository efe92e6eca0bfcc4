'use client'

import { FiguresSkeleton, Loading, TableSkeleton } from '@/components/shell/page-skeletons'

export const ValueSkeleton = () => (
  <Loading>
    <FiguresSkeleton />
    <TableSkeleton />
  </Loading>
)
