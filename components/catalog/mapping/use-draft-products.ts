'use client'

import { useRouter } from 'next/navigation'
import { useAction } from '@/components/ui/use-action'
import { draftProductsAction } from '@/lib/catalog/mapping/actions'
import { draftPath } from '@/lib/catalog/mapping/paths'

/** Opens the preview of the products that listings would become. */
export function useDraftProducts() {
  const router = useRouter()
  return useAction(draftProductsAction, { onSuccess: ({ runId }) => router.push(draftPath(runId)) })
}
