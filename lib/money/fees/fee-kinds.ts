import type { MoneyKind } from '@/lib/generated/prisma/enums'

/** The marketplace's charges, by the sellers' names. Freight is the balance of its three parts. */
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
  pix_discount: 'other',
  pix_rebate: 'other',
}
