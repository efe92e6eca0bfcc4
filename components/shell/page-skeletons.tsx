'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'

/** Announces once that something loads; what it holds has the geometry of what comes. */
export function Loading({ children }: { children: ReactNode }) {
  const t = useTranslations('common')
  return (
    <div role="status">
      <span className="sr-only">{t('loading')}</span>
      {children}
    </div>
  )
}

export function HeaderSkeleton({ actions = 1 }: { actions?: number }) {
  return (
    <div className="mb-4 flex min-h-control flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <Skeleton className="h-7 w-40" />
      <div className="flex gap-2">
        {Array.from({ length: actions }, (_, index) => (
          <Skeleton key={index} className="h-control w-28" />
        ))}
      </div>
    </div>
  )
}

export function TabsSkeleton({ count = 3 }: { count?: number }) {
  return (
    <div className="mb-4 flex gap-4 border-b border-line pb-2.5">
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className="h-5 w-24" />
      ))}
    </div>
  )
}

/** A search with its filters, and the rows that it finds. */
export function TableSkeleton({ rows = 10, filters = 2 }: { rows?: number; filters?: number }) {
  return (
    <Card flush>
      <div className="flex flex-wrap gap-2 p-3">
        <Skeleton className="h-control min-w-0 flex-1 basis-56" />
        {Array.from({ length: filters }, (_, index) => (
          <Skeleton key={index} className="h-control w-32 max-sm:hidden" />
        ))}
      </div>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex items-center gap-4 border-t border-line px-4 py-3">
          <Skeleton className="h-5 w-28 shrink-0" />
          <Skeleton className="h-5 min-w-0 flex-1" />
          <Skeleton className="h-5 w-20 shrink-0" />
        </div>
      ))}
    </Card>
  )
}

/** Cards with one figure each. */
export function FiguresSkeleton() {
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} className="h-[86px] rounded-card" />
      ))}
    </div>
  )
}

/** A room of the warehouse or of the operations centre: heading and tabs stand above it already. */
export const TabSkeleton = () => (
  <Loading>
    <TableSkeleton />
  </Loading>
)

/** One record of such a room: where it came from, its figures and its lines. */
export const RecordSkeleton = () => (
  <Loading>
    <Skeleton className="mb-4 h-5 w-32" />
    <HeaderSkeleton actions={2} />
    <FiguresSkeleton />
    <TableSkeleton rows={6} filters={0} />
  </Loading>
)

export const ListSkeleton = () => (
  <Loading>
    <HeaderSkeleton />
    <TableSkeleton />
  </Loading>
)

/** Forms in cards: heading and tabs stand above them already. */
export const CardsSkeleton = () => (
  <Loading>
    <div className="grid gap-4">
      <Skeleton className="h-56 rounded-card" />
      <Skeleton className="h-40 rounded-card" />
    </div>
  </Loading>
)
