import type { MappingPreview, RemapCount } from './preview-mapping'

type PlainCount = Omit<RemapCount, 'revenueCents'> & { revenueCents: string }
export type PlainPreview = Pick<MappingPreview, 'stock'> & Record<'open' | 'shipped' | 'cancelled', PlainCount>

const plain = ({ revenueCents, ...count }: RemapCount): PlainCount => ({
  ...count,
  revenueCents: revenueCents.toString(),
})

/** As it travels to the browser. */
export const toPlainPreview = ({ open, shipped, cancelled, stock }: MappingPreview): PlainPreview => ({
  ...{ open: plain(open), shipped: plain(shipped), cancelled: plain(cancelled) },
  stock,
})
