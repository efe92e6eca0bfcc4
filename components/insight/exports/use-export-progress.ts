'use client'

import { useQuery } from '@tanstack/react-query'
import { runningExports, type ExportProgress } from '@/lib/core/exports/schema'

const everyMs = 500

async function fetchProgress(exportId: string): Promise<ExportProgress> {
  const response = await fetch(`/api/exports/${exportId}/progress`, { cache: 'no-store' })
  if (!response.ok) throw new Error(`progress answered ${response.status}`)
  const { data } = (await response.json()) as { data: ExportProgress }
  return data
}

export const isUnderWay = ({ state, drive }: ExportProgress) =>
  runningExports.includes(state) || drive?.state === 'saving'

/** Follows an export while the worker is at it or at sending it to the drive. */
export function useExportProgress(exportId: string | null) {
  const { data, isError } = useQuery({
    queryKey: ['export-progress', exportId],
    queryFn: () => fetchProgress(exportId!),
    enabled: exportId !== null,
    gcTime: 0,
    refetchInterval: ({ state: { data: known } }) => (!known || isUnderWay(known) ? everyMs : false),
  })
  return { progress: data ?? null, stalled: isError }
}
