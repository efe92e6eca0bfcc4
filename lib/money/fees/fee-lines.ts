import type { FeeOrderLine } from '@/lib/money/fees/schema'
import type { Cents } from '@/lib/core/money'

export type SoldLine = { unitPriceCents: Cents; quantity: number; subtotalCents: Cents }

/**
 * A line of an order as the fees see it: one sold for less than its units (a bundle), as units of the price that it
 * came to.
 */
export function feeLinesOf({ unitPriceCents, quantity, subtotalCents }: SoldLine): FeeOrderLine[] {
  if (quantity < 1) return []
  if (unitPriceCents * BigInt(quantity) === subtotalCents) return [{ unitPriceCents, quantity }]
  const each = subtotalCents / BigInt(quantity)
  const last = subtotalCents - each * BigInt(quantity - 1)
  if (last === each || quantity === 1) return [{ unitPriceCents: each, quantity }]
  return [
    { unitPriceCents: each, quantity: quantity - 1 },
    { unitPriceCents: last, quantity: 1 },
  ]
}
