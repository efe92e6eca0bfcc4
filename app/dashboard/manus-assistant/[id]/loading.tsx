import { HeaderSkeleton, Loading } from '@/components/shell/page-skeletons'
import { Skeleton } from '@/components/ui/skeleton'

export default function AgentTaskLoading() {
  return (
    <Loading>
      <HeaderSkeleton actions={2} />
      <div className="grid gap-4">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-80 rounded-card" />
        <Skeleton className="h-40 rounded-card" />
      </div>
    </Loading>
  )
}
