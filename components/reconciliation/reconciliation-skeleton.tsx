import { FiguresSkeleton, Loading, TableSkeleton } from '@/components/shell/page-skeletons'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'

/** The geometry of the page: figures, causes, the list and the detail beside it. Heading and tabs stand above already. */
export const ReconciliationSkeleton = () => (
  <Loading>
    <div className="mb-4 flex min-h-control justify-end">
      <Skeleton className="h-control w-36" />
    </div>
    <FiguresSkeleton />
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 gap-4">
        <Card>
          <Skeleton className="h-40 w-full" />
        </Card>
        <TableSkeleton filters={3} />
      </div>
      <Card className="max-xl:hidden">
        <Skeleton className="h-96 w-full" />
      </Card>
    </div>
  </Loading>
)
