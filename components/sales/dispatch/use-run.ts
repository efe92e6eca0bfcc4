'use client'

import { useQuery } from '@tanstack/react-query'
import type { RunView } from '@/lib/sales/dispatch/schema'

const everyMs = 1000

export const isUnderWay = ({ state }: Pick<RunView, 'state'>) => state === 'waiting' || state === 'running'

async function fetchRun(id: string): Promise<RunView> {
  const response = await fetch(`/api/dispatch/runs/${id}`, { cache: 'no-store' })
  if (!response.ok) throw new Error(`the run answered ${response.status}`)
  const { data } = (await response.json()) as { data: RunView }
  return data
}

/** Follows a run while the worker is at it. */
export function useRun(first: RunView): { run: RunView; stalled: boolean } {
  const { data, isError } = useQuery({
    queryKey: ['dispatch-run', first.id],
    queryFn: () => fetchRun(first.id),
    initialData: first,
    enabled: isUnderWay(first),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { data: known } }) => (!known || isUnderWay(known) ? everyMs : false),
  })
  return { run: isUnderWay(first) ? data : first, stalled: isError }
}
