'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { runningStates, type ImportProgress } from '@/lib/imports/schema'

const everyMs = 1000

async function fetchProgress(importId: string): Promise<ImportProgress> {
  const response = await fetch(`/api/imports/${importId}`, { cache: 'no-store' })
  if (!response.ok) throw new Error(`progress answered ${response.status}`)
  const { data } = (await response.json()) as { data: ImportProgress }
  return data
}

const isRunning = ({ state, productsRunning }: ImportProgress) => runningStates.includes(state) || productsRunning

/** Follows an import while the worker is at it, and asks for the page again when it has come further. */
export function useImportProgress(importId: string, initial: ImportProgress) {
  const router = useRouter()
  const { data, isError } = useQuery({
    queryKey: ['import-progress', importId],
    queryFn: () => fetchProgress(importId),
    initialData: initial,
    staleTime: 0,
    // What the page was rendered with may be newer than what was last asked: a job that was just started runs by it.
    refetchInterval: ({ state }) => (isRunning(initial) || !state.data || isRunning(state.data) ? everyMs : false),
  })
  const stage = `${data.state} ${data.productsRunning}`
  const shownStage = `${initial.state} ${initial.productsRunning}`
  useEffect(() => {
    if (stage !== shownStage) router.refresh()
  }, [stage, shownStage, router])
  return { progress: data, stalled: isError }
}
