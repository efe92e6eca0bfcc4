import { Skeleton } from '@/components/ui/skeleton'
import { metricColumns } from './metric-columns'

const card = 'rounded-card'

/** Each with the geometry of what comes, so that nothing moves. */
export function MetricsSkeleton({ cards }: { cards: number }) {
  return (
    <div className={metricColumns(cards)}>
      {Array.from({ length: cards }, (_, index) => (
        <Skeleton key={index} className={`h-[188px] ${card} ${index < cards - 4 ? 'max-sm:col-span-2' : ''}`} />
      ))}
    </div>
  )
}

export function ChartSkeleton() {
  return <Skeleton className={`h-[366px] min-w-0 ${card}`} />
}

export function ListSkeleton() {
  return <Skeleton className={`h-[366px] min-w-0 ${card}`} />
}

export function TableSkeleton() {
  return <Skeleton className={`h-[480px] min-w-0 ${card}`} />
}
