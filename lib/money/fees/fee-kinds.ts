import type { MoneyKind } from '@/lib/generated/prisma/enums'

/** What the marketplace takes, by what sellers call it. Freight is what is left of the three parts of it. */
export const feeKinds = [
  'commission',
  'service',
  'affiliate',
  'protection',
  'freight',
  'reverseFreight',
  'other',
] as const
export type FeeKind = (typeof feeKinds)[number]

/** Ads top-ups only move to the balance for ads, refunds and adjustments are no fees: they have none. */
export const feeKindOf: Partial<Record<MoneyKind, FeeKind>> = {
  commission: 'commission',
  service: 'service',
  affiliate: 'affiliate',
  protection: 'protection',
  freight_paid: 'freight',
  freight_charged: 'freight',
  freight_rebate: 'freight',
  reverse_freight: 'reverseFreight',
  channel_fee: 'other',
  other: 'other',
}
