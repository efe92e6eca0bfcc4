'use client'

import { Skeleton } from '@/components/ui/skeleton'
import { metricColumns, tileColumns } from './metric-columns'

const card = 'min-w-0 rounded-card'

/** Each with the geometry of what comes, so that nothing moves. */
export function MetricsSkeleton({ cards }: { cards: number }) {
  const wide = cards - 4
  return (
    <div className={metricColumns(cards)}>
      {Array.from({ length: cards }, (_, index) => (
        <Skeleton
          key={index}
          className={`${card} ${index < wide ? 'h-[181px] max-sm:col-span-2 sm:h-[201px]' : 'h-[213px] sm:h-[201px]'}`}
        />
      ))}
    </div>
  )
}

export function TilesSkeleton() {
  return (
    <div className={tileColumns}>
      {Array.from({ length: 3 }, (_, index) => (
        <Skeleton key={index} className={`${card} h-[362px] max-sm:w-[86%] max-sm:shrink-0`} />
      ))}
    </div>
  )
}

export function ChartSkeleton() {
  return <Skeleton className={`${card} h-[400px]`} />
}

export function AttentionSkeleton() {
  return <Skeleton className={`${card} h-[282px] max-lg:-order-1`} />
}

export function StatusSkeleton() {
  return <Skeleton className={`${card} h-[330px] sm:h-[258px]`} />
}

export function ProductsSkeleton() {
  return <Skeleton className={`${card} h-[767px] sm:h-[463px]`} />
}
