'use client'

import { Button } from '@/components/ui/button'
import { useDraftProducts } from './use-draft-products'

/** Opens the preview of the products that a shop's listings would become. */
export function DraftProductsButton({ shopId, label }: { shopId: string; label: string }) {
  const drafting = useDraftProducts()
  return (
    <Button size="sm" pending={drafting.pending} onClick={() => void drafting.run({ shopId, listingIds: null })}>
      {label}
    </Button>
  )
}
