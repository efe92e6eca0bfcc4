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
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <p className="text-[13px]">{t('banner', { count })}</p>
      <Button
        size="sm"
        variant="primary"
        pending={drafting.pending}
        onClick={() => void drafting.run({ shopId, listingIds: null })}
      >
        {t('start', { count })}
      </Button>
    </div>
  )
}
