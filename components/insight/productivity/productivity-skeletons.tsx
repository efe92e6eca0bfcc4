import { HeaderSkeleton, Loading, TabsSkeleton } from '@/components/shell/page-skeletons'
import { Skeleton } from '@/components/ui/skeleton'
import { boardColumns } from '@/lib/insight/productivity/schema'

export const ProductivitySkeleton = () => (
  <Loading>
    <HeaderSkeleton actions={0} />
    <TabsSkeleton />
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Skeleton className="h-56 rounded-card" />
      <Skeleton className="h-56 rounded-card" />
      <Skeleton className="h-72 rounded-card lg:col-span-2" />
    </div>
  </Loading>
)

export const BoardSkeleton = () => (
  <Loading>
    <HeaderSkeleton />
    <TabsSkeleton />
    <div className="grid items-start gap-4 md:grid-cols-3">
      {boardColumns.map((column) => (
        <div key={column} className="grid gap-2 rounded-card border border-line bg-sunken/60 p-3">
          <Skeleton className="mb-1 h-5 w-24" />
          {[0, 1, 2].map((card) => (
            <Skeleton key={card} className="h-20" />
          ))}
        </div>
      ))}
    </div>
  </Loading>
)

export const AgendaSkeleton = () => (
  <Loading>
    <HeaderSkeleton />
    <TabsSkeleton />
    <Skeleton className="mb-4 h-control w-72 max-w-full" />
    <Skeleton className="h-[560px] rounded-card" />
  </Loading>
)
