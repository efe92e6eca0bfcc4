import { ruleSpans } from '@/lib/money/fees/rule-spans'
import type { FeeShop } from '@/lib/money/fees/rule-spans'
import type { FeeRule } from '@/lib/money/fees/schema'
import type { Day } from '@/lib/core/dates'

/** The first day after today on which another rule begins for any shop; null where none is known. */
export function nextFeeDay(rules: readonly FeeRule[], shops: readonly FeeShop[], today: Day): Day | null {
  const days = ruleSpans(rules, shops).flatMap(({ from }) => (from > today ? [from] : []))
  return days.toSorted()[0] ?? null
}
