import { HeaderSkeleton, Loading, TableSkeleton } from '@/components/shell/page-skeletons'
import { Skeleton } from '@/components/ui/skeleton'

export default function AgentTasksLoading() {
  return (
    <Loading>
      <HeaderSkeleton actions={0} />
      <div className="grid gap-4">
        <Skeleton className="h-96 rounded-card" />
        <TableSkeleton rows={5} filters={0} />
      </div>
    </Loading>
  )
}
