import { HeaderSkeleton, Loading } from '@/components/shell/page-skeletons'
import { Skeleton } from '@/components/ui/skeleton'

export default function AssistantLoading() {
  return (
    <Loading>
      <HeaderSkeleton />
      <div className="flex gap-6">
        <Skeleton className="h-96 w-64 shrink-0 max-lg:hidden" />
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          <Skeleton className="h-72" />
          <Skeleton className="h-24" />
        </div>
      </div>
    </Loading>
  )
}
