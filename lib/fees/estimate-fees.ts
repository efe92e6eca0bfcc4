import type { Day } from '@/lib/dates'
import { expectedFees } from '@/lib/fees/calculate'
import { ruleOn } from '@/lib/fees/rule-on'
import type { FeeOrderLine, FeeRule, FeeSellerType } from '@/lib/fees/schema'
import type { Cents } from '@/lib/money'

type Context = { day: Day; sellerType: FeeSellerType; feeRules: FeeRule[] }
type RuleLine = { kind: 'commission' | 'service'; source: 'rule'; amount: number; rule: string }
type FeeEstimate = { totalCents: number; lines: RuleLine[] }

/** What the marketplace will charge by the rule of the day, as lines of an order's money; null where no rule holds. */
export function estimateFees(
  items: readonly FeeOrderLine[],
  sellerVoucherCents: Cents,
  { day, sellerType, feeRules }: Context,
): FeeEstimate | null {
  const rule = ruleOn(feeRules, { platform: 'shopee', sellerType, programme: 'freeShipping', day })
  if (!rule) return null
  const lines = items.map(({ quantity, unitPriceCents }) => ({ quantity, unitPriceCents }))
  const expected = expectedFees(lines, sellerVoucherCents, rule)
  const line = (kind: RuleLine['kind'], cents: Cents): RuleLine => ({
    kind,
    source: 'rule',
    amount: -Number(cents),
    rule: rule.id,
  })
  return {
    totalCents: Number(expected.totalCents),
    lines: [line('commission', expected.commissionCents), line('service', expected.serviceCents)],
  }
}
