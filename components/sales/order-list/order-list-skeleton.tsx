'use client'

import { HeaderSkeleton, Loading, TableSkeleton } from '@/components/shell/page-skeletons'

export const OrderListSkeleton = () => (
  <Loading>
    <HeaderSkeleton actions={4} />
    <TableSkeleton rows={12} filters={6} />
  </Loading>
)
