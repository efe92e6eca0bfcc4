'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useTransition } from 'react'
import { runningStates, type ImportProgress } from '@/lib/connect/order-imports/schema'

const everyMs = 1000
const refreshAgainMs = 5000

async function fetchProgress(base: string, importId: string): Promise<ImportProgress> {
  const response = await fetch(`${base}/${importId}`, { cache: 'no-store' })
  if (!response.ok) throw new Error(`progress answered ${response.status}`)
  const { data } = (await response.json()) as { data: ImportProgress }
  return data
}

const isRunning = ({ state, productsRunning }: ImportProgress) => runningStates.includes(state) || productsRunning
const stageOf = ({ state, products }: ImportProgress) => `${state} ${products?.state ?? ''}`

/** Follows an import while the worker is at it, and asks for the page again when it has come further. */
export function useImportProgress(importId: string, initial: ImportProgress, base = '/api/imports') {
  const router = useRouter()
  const shownStage = stageOf(initial)
  const { data, isError, dataUpdatedAt } = useQuery({
    // An earlier stage's last state does not apply to this one: the page knows better.
    queryKey: ['import-progress', importId, shownStage],
    queryFn: () => fetchProgress(base, importId),
    initialData: initial,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { data: known = initial } }) => {
      if (isRunning(known)) return everyMs
      return stageOf(known) === shownStage ? false : refreshAgainMs
    },
  })
  const stage = stageOf(data)
  // Not while it is being asked for: a page slower than the next answer of the worker's would never be shown.
  const [isRefreshing, startRefreshing] = useTransition()
  const refreshAgain = useEffectEvent(() => isRefreshing || startRefreshing(() => router.refresh()))
  useEffect(() => {
    if (stage !== shownStage) refreshAgain()
  }, [stage, shownStage, dataUpdatedAt])
  return { progress: data, stalled: isError }
}
