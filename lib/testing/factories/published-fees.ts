import { brazilFeeHistory } from '@/lib/money/fees/brazil'
import type { FeeTerms } from '@/lib/money/fees/schema'

/** The published table of that name, as new companies get it. */
export const publishedCalled = (key: string): FeeTerms => {
  const match = brazilFeeHistory.find(({ published }) => published === key)
  if (!match) throw new RangeError(`no published table is called ${key}`)
  return match
}
