import { addDays, type Day } from '@/lib/core/dates'
import { brazilFeeHistory } from '@/lib/money/fees/brazil'
import { isReplaced } from '@/lib/money/fees/rule-versions'
import { feeRuleOn } from '@/lib/money/fees/fee-rule-on'
import type { FeeRule, FeeSellerType, FeeTerms } from '@/lib/money/fees/schema'

/**
 * Published tables that a company was not given because it edited its rules, and that begin later than the rule it has for that day. A
 * version of its own that begins on the day, or after it, is its answer to the table.
 */
export function newerPublished(rules: readonly FeeRule[], sellerTypes: readonly FeeSellerType[]): FeeTerms[] {
  const held = new Set(rules.map(({ published }) => published))
  return brazilFeeHistory.filter((table) => {
    const { platform, sellerType, programme, fromDay, published } = table
    if (held.has(published) || !sellerTypes.includes(sellerType)) return false
    const shops = programme === 'all' ? ('freeShipping' as const) : programme
    const own = feeRuleOn(rules, { platform, sellerType, programme: shops, day: fromDay })
    return own === null || own.fromDay < fromDay
  })
}

type Taken = { changed: FeeRule[]; added: FeeRule[] }

/** The table holds on its days, whatever did before; what held beyond them goes on there as it is. */
export function takePublished(rules: readonly FeeRule[], table: FeeTerms, nextId: () => string): Taken {
  const taken: Taken = { changed: [], added: [{ ...table, id: nextId(), confirmedBy: 0, version: 1 }] }
  const after = table.toDay && addDays(table.toDay, 1)
  const isBeyond = (toDay: Day | null) => after !== null && (toDay === null || toDay >= after)
  for (const rule of rules) {
    const isSame = rule.platform === table.platform && rule.sellerType === table.sellerType && !isReplaced(rule)
    const meets = (rule.toDay === null || rule.toDay >= table.fromDay) && (after === null || rule.fromDay < after)
    if (!isSame || !meets || (table.programme !== 'all' && rule.programme !== table.programme)) continue
    if (rule.fromDay >= table.fromDay) {
      const isKept = isBeyond(rule.toDay)
      taken.changed.push({ ...rule, ...(isKept ? { fromDay: after! } : { toDay: addDays(rule.fromDay, -1) }) })
      continue
    }
    taken.changed.push({ ...rule, toDay: addDays(table.fromDay, -1) })
    if (isBeyond(rule.toDay))
      taken.added.push({ ...rule, id: nextId(), fromDay: after!, version: 1, confirmedBy: 0, published: null })
  }
  return taken
}
