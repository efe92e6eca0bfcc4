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

/**
 * The outcomes of calls of the webhook address, besides the events that are processed for a shop. The first are pings
 * of the console and genuine events of shops that are not held here; the others are refused.
 */
export const webhookEventOutcomes = [
  'ping',
  'pingOtherKey',
  'strangeShop',
  'noKey',
  'unsigned',
  'appKey',
  'otherKey',
  'unreadable',
  'notWhole',
] as const
export type WebhookEventOutcome = (typeof webhookEventOutcomes)[number]
