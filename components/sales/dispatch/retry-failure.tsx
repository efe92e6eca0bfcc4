'use client'

import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { RowControl } from '@/components/ui/table'
import { useAction } from '@/components/ui/use-action'
import type { ListingUpdateFailure } from '@/lib/sales/dispatch/failures'
import { retryFailureAction, retryListingUpdatesAction } from '@/lib/connect/sync/actions'

export function RetryFailure({ failureId }: { failureId: string }) {
  const t = useTranslations('dispatch.failures')
  const retry = useAction(retryFailureAction, { refresh: true, successMessage: t('retried') })
  return (
    <RowControl>
      <Button size="sm" pending={retry.pending} onClick={() => void retry.run({ failureId })}>
        {t('retry')}
      </Button>
    </RowControl>
  )
}

/** Stock or price of a listing that the platform refused. */
export function RetryListingUpdate({ listingId, kind }: Pick<ListingUpdateFailure, 'listingId' | 'kind'>) {
  const t = useTranslations('dispatch.failures')
  const retry = useAction(retryListingUpdatesAction, { refresh: true, successMessage: t('retried') })
  return (
    <RowControl>
      <Button size="sm" pending={retry.pending} onClick={() => void retry.run({ listingIds: [listingId], kind })}>
        {t('retry')}
      </Button>
    </RowControl>
  )
}
