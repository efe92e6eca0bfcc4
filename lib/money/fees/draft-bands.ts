import { bandsInput } from '@/lib/money/fees/rule-schema'
import { bandsInputOf, bandsOf } from '@/lib/money/fees/rule-versions'
import type { FeeBand } from '@/lib/money/fees/schema'

/**
 * Bands of a drafted rule as an address carries them: first price, commission, service and fixed part of each, and of one with cheap items
 * their limit and share, in cents and millionths.
 */
export const writeBands = (bands: readonly Omit<FeeBand, 'toCents' | 'origin'>[]): string =>
  bands
    .map(({ fromCents, commission, service, fixedCents, cheap }) =>
      [fromCents, commission, service, fixedCents, ...(cheap ? [cheap.belowCents, cheap.rate] : [])].join('-'),
    )
    .join('_')

/** Null for what is no table of bands, and for what could not be saved as one. */
export function readBands(text: string | null): FeeBand[] | null {
  const parts = (text ?? '').split('_')
  if (!text || !parts.every((part) => /^\d{1,12}(-\d{1,12}){3}((-\d{1,12}){2})?$/.test(part))) return null
  const bands = parts.map((part) => {
    const [fromCents = 0n, commission = 0n, service = 0n, fixedCents = 0n, belowCents, rate = 0n] = part
      .split('-')
      .map(BigInt)
    return { fromCents, commission, service, fixedCents, cheap: belowCents === undefined ? null : { belowCents, rate } }
  })
  const { data } = bandsInput.safeParse(bandsInputOf(bands))
  return data ? bandsOf(data) : null
}
