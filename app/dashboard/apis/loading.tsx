import { HeaderSkeleton, Loading, TabsSkeleton } from '@/components/shell/page-skeletons'
import { Skeleton } from '@/components/ui/skeleton'

const CARDS = 6

export default function IntegrationsLoading() {
  return (
    <Loading>
      <HeaderSkeleton actions={0} />
      <TabsSkeleton count={4} />
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {Array.from({ length: CARDS }, (_, index) => (
          <Skeleton key={index} className="h-40 rounded-card" />
        ))}
      </div>
    </Loading>
  )
}
