'use client'

import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'

const rows = 3

function Heading() {
  return (
    <div className="mb-4 flex min-h-control flex-wrap items-center justify-between gap-3">
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-control w-40" />
    </div>
  )
}

/** The geometry of the list. */
export function ShopsSkeleton() {
  return (
    <>
      <Heading />
      <Card flush>
        {Array.from({ length: rows }, (_, index) => (
          <div key={index} className="flex flex-wrap items-center gap-4 border-b border-line px-4 py-4 last:border-b-0">
            <Skeleton className="h-10 w-48" />
            <Skeleton className="h-6 w-24" />
            <Skeleton className="h-6 w-28" />
            <Skeleton className="ml-auto h-8 w-36" />
          </div>
        ))}
      </Card>
    </>
  )
}

/** The geometry of the full view. */
export function ShopCardsSkeleton() {
  return (
    <>
      <Heading />
      <div className="space-y-4">
        {Array.from({ length: 2 }, (_, index) => (
          <Card key={index}>
            <Skeleton className="h-10 w-56" />
            <div className="mt-4 grid gap-8 border-t border-line pt-4 lg:grid-cols-3">
              {Array.from({ length: 3 }, (__, part) => (
                <Skeleton key={part} className="h-44" />
              ))}
            </div>
          </Card>
        ))}
      </div>
    </>
  )
}
