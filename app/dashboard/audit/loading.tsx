import { HeaderSkeleton, Loading, TableSkeleton, TabsSkeleton } from '@/components/shell/page-skeletons'

export default function AuditLoading() {
  return (
    <Loading>
      <HeaderSkeleton actions={0} />
      <TabsSkeleton count={2} />
      <TableSkeleton />
    </Loading>
  )
}
