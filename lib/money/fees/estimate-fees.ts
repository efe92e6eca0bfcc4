import type { Day } from '@/lib/core/dates'
import { expectedCharges } from '@/lib/money/fees/expected-charges'
import { feeRuleOn, type FormerSeller } from '@/lib/money/fees/fee-rule-on'
import type { FeeOrderLine, FeeRule, FeeSellerType } from '@/lib/money/fees/schema'
import { termsOn, type ShopTerms } from '@/lib/money/fees/terms'
import type { Cents } from '@/lib/core/money'

type Context = {
  day: Day
  sellerType: FeeSellerType
  formerly?: readonly FormerSeller[]
  feeRules: FeeRule[]
  shopTerms: readonly ShopTerms[]
}
type RuleLine = {
  kind: 'commission' | 'service' | 'protection' | 'ads'
  source: 'rule'
  amount: number
  rule: string
}
type FeeEstimate = { totalCents: number; lines: RuleLine[] }

/**
 * The marketplace's expected charges by the rule of the day and the shop's terms, as lines of an order's money; null
 * where no rule holds.
 */
export function estimateFees(
  items: readonly FeeOrderLine[],
  sellerVoucherCents: Cents,
  { day, sellerType, formerly, feeRules, shopTerms }: Context,
): FeeEstimate | null {
  const terms = termsOn(shopTerms, day)
  const rule = feeRuleOn(feeRules, { platform: 'shopee', sellerType, formerly, programme: terms.programme, day })
  if (!rule) return null
  const lines = items.map(({ quantity, unitPriceCents }) => ({ quantity, unitPriceCents }))
  const expected = expectedCharges(lines, sellerVoucherCents, rule, terms)
  // Cents of one order are far below 2^53: they travel as JSON numbers.
  const line = (kind: RuleLine['kind'], cents: Cents): RuleLine => ({
    kind,
    source: 'rule',
    amount: -Number(cents),
    rule: rule.id,
  })
  return {
    totalCents: Number(expected.feesCents),
    lines: [
      line('commission', expected.commissionCents),
      line('service', expected.serviceCents),
      ...(expected.protectionCents > 0n ? [line('protection', expected.protectionCents)] : []),
      ...(expected.adsCents > 0n ? [line('ads', expected.adsCents)] : []),
    ],
  }
}
