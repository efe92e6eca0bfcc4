import type { Day } from '@/lib/core/dates'
import type { FeePlatform, FeeRule, FeeSellerType, FeeTerms, ShopProgramme } from '@/lib/money/fees/schema'

/** The shop was of another legal entity until that day. */
export type FormerSeller = { untilDay: Day; sellerType: FeeSellerType }

export type FeeSubject = {
  platform: FeePlatform
  sellerType: FeeSellerType
  /** The kinds of seller before, each until a day (not included), oldest first. */
  formerly?: readonly FormerSeller[]
  programme: ShopProgramme
  /** The local day on which the order was placed. */
  day: Day
}

function holds(rule: FeeTerms, { platform, programme, day, ...seller }: FeeSubject) {
  const former = seller.formerly?.find(({ untilDay }) => day < untilDay)
  const { sellerType } = former ?? seller
  return (
    rule.platform === platform &&
    rule.sellerType === sellerType &&
    (rule.programme === programme || rule.programme === 'all') &&
    rule.fromDay <= day &&
    (rule.toDay === null || day <= rule.toDay)
  )
}

/** The rule in force, or null. The later one of two that hold; on the same day the one made for the programme. */
export function feeRuleOn<Rule extends FeeTerms = FeeRule>(rules: readonly Rule[], subject: FeeSubject): Rule | null {
  const inForce = rules.filter((rule) => holds(rule, subject))
  return inForce.reduce<Rule | null>((best, rule) => {
    if (!best || rule.fromDay > best.fromDay) return rule
    return rule.fromDay === best.fromDay && best.programme === 'all' && rule.programme !== 'all' ? rule : best
  }, null)
}
