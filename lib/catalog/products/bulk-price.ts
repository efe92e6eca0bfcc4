import type { Cents } from '@/lib/core/money'

/** Picked in the list and changed at once. */
export const productsAtOnce = 300
export const priceChanges = ['set', 'percent', 'amount'] as const
/** A price for all, or what each changes by: by a share of it in hundredths of a percent, or by an amount. */
export type PriceChange =
  | { how: 'set'; cents: Cents }
  | { how: 'percent'; basisPoints: bigint }
  | { how: 'amount'; cents: Cents }

/** The new price, half a cent up; null where it has none to change, or where a sold product would have none. */
export function changePrice(price: Cents | null, change: PriceChange): Cents | null {
  if (change.how === 'set') return change.cents
  if (price === null) return null
  const next =
    change.how === 'amount' ? price + change.cents : (price * (10_000n + change.basisPoints) + 5_000n) / 10_000n
  return next > 0n ? next : null
}

/** '-10' or '7,5' percent in hundredths; null where that is no share between −100 and 1000. */
export function readPercent(text: string): bigint | null {
  const [, sign, whole = '', part = ''] = /^\s*([+−-]?)(\d{1,4})(?:[.,](\d{1,2}))?\s*%?\s*$/.exec(text) ?? []
  if (whole === '') return null
  const points = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0') || '0')
  const signed = sign === '-' || sign === '−' ? -points : points
  return signed > -10_000n && signed <= 100_000n && signed !== 0n ? signed : null
}
