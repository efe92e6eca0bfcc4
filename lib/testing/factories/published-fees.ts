import { brazilFeeHistory } from '@/lib/money/fees/brazil'
import type { FeeTerms } from '@/lib/money/fees/schema'

/** The published table of that name, as new companies get it. */
export const publishedCalled = (key: string): FeeTerms => {
  const found = brazilFeeHistory.find(({ published }) => published === key)
  if (!found) throw new RangeError(`no published table is called ${key}`)
  return found
}
