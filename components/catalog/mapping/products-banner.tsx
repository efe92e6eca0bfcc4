'use client'

import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { useDraftProducts } from './use-draft-products'

type Props = { count: number; shopId: string | null }

/** Listings without a product, and the way to have the products made. */
export function ProductsBanner({ count, shopId }: Props) {
  const t = useTranslations('mapping.products')
  const drafting = useDraftProducts()
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-accent-soft px-4 py-3">
      <p className="text-ink">{t('banner', { count })}</p>
      <Button
        variant="primary"
        pending={drafting.pending}
        onClick={() => void drafting.run({ shopId, listingIds: null })}
      >
        {t('start', { count })}
      </Button>
    </div>
  )
}
