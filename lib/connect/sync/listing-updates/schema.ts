import { z } from 'zod'
import { maxMoneyCents } from '@/lib/core/money'

export const retryListingUpdatesInput = z.object({
  listingIds: z.array(z.uuid()).min(1).max(500),
  /** The part of the listings: the other may be refused for a reason of its own. */
  kind: z.enum(['stock', 'price']),
})
export type RetryListingUpdatesInput = z.output<typeof retryListingUpdatesInput>

export const setPriceInput = z.object({
  listingId: z.uuid(),
  priceCents: z.bigint().min(1n, 'errors.moneyInvalid').max(maxMoneyCents, 'errors.moneyTooLarge'),
})
export type SetPriceInput = z.output<typeof setPriceInput>
