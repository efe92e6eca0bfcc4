'use client'

import { useRouter } from 'next/navigation'
import { useAction } from '@/components/ui/use-action'
import { draftProductsAction } from '@/lib/mapping/actions'
import { draftPath } from '@/lib/mapping/paths'

/** Opens the preview of the products that listings would become. */
export function useDraftProducts() {
  const router = useRouter()
  return useAction(draftProductsAction, { onSuccess: ({ runId }) => router.push(draftPath(runId)) })
}
