import { z } from 'zod'
import { pricesAtOnce } from './change-lines'

const seen = {
  /** How many prices the person saw change, and their sum: both are calculated again before anything is sent. */
  count: z.number().int().min(1).max(pricesAtOnce),
  sumCents: z.bigint(),
}

export const changePricesInput = z.object({
  /** The desk's address: its filter, day and rule. */
  query: z.string().max(2000),
  /** Those that were picked, or all that the filter finds. */
  listingIds: z.array(z.uuid()).min(1).max(pricesAtOnce).nullable(),
  /** Sent when the desk's day begins, where that is still to come. */
  onDay: z.boolean(),
  ...seen,
})
export type ChangePricesInput = z.output<typeof changePricesInput>

export const priceChangeInput = z.object({ changeId: z.uuid() })
export type PriceChangeInput = z.output<typeof priceChangeInput>
