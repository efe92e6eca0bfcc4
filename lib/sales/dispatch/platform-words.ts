/** The platform's words for a cancelled order's reason, a failed parcel and a return's state. */
export const platformWords = [
  'BUYER_REQUEST_TO_CANCEL',
  'CUSTOMER_REQUEST',
  'OUT_OF_STOCK',
  'UNPAID_ORDER',
  'PARCEL_IS_LOST',
  'FAILED_DELIVERY',
  'LOGISTICS_LOST',
  'LOGISTICS_DELIVERY_FAILED',
  'REQUESTED',
  'ACCEPTED',
  'CANCELLED',
  'JUDGING',
  'CLOSED',
  'PROCESSING',
  'SELLER_DISPUTE',
] as const
export type PlatformWord = (typeof platformWords)[number]

/** It writes the same as a code and as a sentence. */
export function platformWordOf(said: string): PlatformWord | null {
  const code = said
    .trim()
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
  return platformWords.find((known) => known === code) ?? null
}
