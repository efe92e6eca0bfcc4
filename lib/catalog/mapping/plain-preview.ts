import type { MappingPreview, RemapCount } from './preview-mapping'

type PlainCount = Omit<RemapCount, 'revenueCents'> & { revenueCents: string | null }
export type PlainPreview = Pick<MappingPreview, 'stock'> & Record<'open' | 'shipped' | 'cancelled', PlainCount>

/** As it travels to the browser: what the orders come to only for who sees totals. */
export function toPlainPreview({ open, shipped, cancelled, stock }: MappingPreview, withTotals: boolean): PlainPreview {
  const plain = ({ revenueCents, ...count }: RemapCount): PlainCount => ({
    ...count,
    revenueCents: withTotals ? revenueCents.toString() : null,
  })
  return { open: plain(open), shipped: plain(shipped), cancelled: plain(cancelled), stock }
}
