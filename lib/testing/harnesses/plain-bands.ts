import { typedHere, type FeeBand } from '@/lib/money/fees/schema'

type Plain = Omit<FeeBand, 'cheap' | 'origin'>

/** A band without cheap items, typed by somebody. */
export const plainBand = (band: Plain): FeeBand => ({ cheap: null, origin: typedHere, ...band })
