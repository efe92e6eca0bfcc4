import { addDays, type Day } from '@/lib/core/dates'
import { feeRuleOn, type FormerSeller } from '@/lib/money/fees/fee-rule-on'
import type { FeeRule, FeeSellerType } from '@/lib/money/fees/schema'
import { termsOn, type ShopTerms } from '@/lib/money/fees/terms'

/** A shop of the platform with what says which rules are its own. */
export type FeeShop = {
  id: string
  name: string
  sellerType: FeeSellerType
  formerly?: readonly FormerSeller[]
  terms: ShopTerms[]
}
/** The days on which a rule holds for a shop, both ends included. */
export type RuleSpan = { shopId: string; ruleId: string; from: Day; to: Day }

export const firstDay: Day = '1900-01-01'
export const lastDay: Day = '2199-12-31'

/** Which rule holds for which shop from when to when, for all days: what feeRuleOn says day by day. */
export function ruleSpans(rules: readonly FeeRule[], shops: readonly FeeShop[]): RuleSpan[] {
  return shops.flatMap(({ id: shopId, sellerType, formerly, terms }) => {
    const turns = new Set([firstDay])
    for (const { fromDay, toDay } of rules) turns.add(fromDay).add(toDay === null ? firstDay : addDays(toDay, 1))
    for (const { fromDay } of terms) turns.add(fromDay)
    for (const { untilDay } of formerly ?? []) turns.add(untilDay)
    const days = [...turns].filter((day) => day <= lastDay).toSorted()
    const spans: RuleSpan[] = []
    for (const [index, from] of days.entries()) {
      const { programme } = termsOn(terms, from)
      const rule = feeRuleOn(rules, { platform: 'shopee', sellerType, formerly, programme, day: from })
      const next = days[index + 1]
      const to = next ? addDays(next, -1) : lastDay
      const last = spans.at(-1)
      if (!rule) continue
      if (last?.ruleId === rule.id && last.to === addDays(from, -1)) last.to = to
      else spans.push({ shopId, ruleId: rule.id, from, to })
    }
    return spans
  })
}
