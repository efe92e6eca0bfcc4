'use client'

import { HeaderSkeleton, Loading, TableSkeleton, TabsSkeleton } from '@/components/shell/page-skeletons'

export const MappingSkeleton = () => (
  <Loading>
    <HeaderSkeleton />
    <TabsSkeleton />
    <TableSkeleton />
  </Loading>
)
