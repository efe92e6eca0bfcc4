import { readPercent } from '@/lib/catalog/products/bulk-price'
import type { Language } from '@/lib/core/language'
import { formatAmount, parseMoney, plainDecimal } from '@/lib/core/money'
import { rateFromText, rateText, type RateMillionths } from '@/lib/core/rounding'
import { formatRateInput, parseRate } from '@/lib/identity/settings/rates'
import { marginLimits } from './desk-filters'
import { priceRuleKinds, type PriceRule } from './price-rule'

export const ruleChoices = ['none', ...priceRuleKinds] as const
export type RuleDraft = { kind: (typeof ruleChoices)[number]; value: string; lock: string; isEnded: boolean }
type ReadRule = { ok: true; rule: PriceRule | null } | { ok: false; fields: Record<string, string[]> }

const shareText = (rate: RateMillionths, language: Language) =>
  rate < 0n ? `-${formatRateInput(rateText(-rate), language)}` : formatRateInput(rateText(rate), language)

/** The fields' values for a rule of the address. */
export function draftOf(rule: PriceRule | null, language: Language): RuleDraft {
  if (!rule) return { kind: 'none', value: '', lock: '', isEnded: false }
  const lock = rule.leastMargin === null ? '' : shareText(rule.leastMargin, language)
  return { kind: rule.kind, value: valueText(rule, language), lock, isEnded: rule.ending === 'ninety' }
}

function valueText(rule: PriceRule, language: Language): string {
  if (rule.kind === 'margin') return shareText(rule.margin, language)
  if (rule.kind === 'set') return formatAmount(rule.cents, language)
  if (rule.kind !== 'percent') return ''
  const hundredths = rule.basisPoints < 0n ? -rule.basisPoints : rule.basisPoints
  // Without groups: the field reads '1000', not '1.000'.
  const plain = plainDecimal(hundredths).replace(/\.?0+$/, '')
  const text = language === 'pt' ? plain.replace('.', ',') : plain
  return rule.basisPoints < 0n ? `-${text}` : text
}

const readShare = (text: string): RateMillionths | null => {
  const parsed = parseRate(text)
  const rate = parsed.ok ? rateFromText(parsed.rate) : null
  return rate === null || rate > marginLimits.most ? null : rate
}

export function readRuleDraft({ kind, value, lock, isEnded }: RuleDraft, language: Language): ReadRule {
  if (kind === 'none') return { ok: true, rule: null }
  const fields: Record<string, string[]> = {}
  const leastMargin = lock.trim() === '' ? null : readShare(lock)
  if (lock.trim() !== '' && leastMargin === null) fields.lock = ['marginInvalid']
  const common = { ending: isEnded ? ('ninety' as const) : ('none' as const), leastMargin }
  const rule = ((): PriceRule | null => {
    if (kind === 'margin') {
      const margin = readShare(value)
      if (margin === null) fields.value = ['marginInvalid']
      return margin === null ? null : { kind, margin, ...common }
    }
    if (kind === 'percent') {
      const basisPoints = readPercent(value)
      if (basisPoints === null) fields.value = ['percentInvalid']
      return basisPoints === null ? null : { kind, basisPoints, ...common }
    }
    if (kind === 'set') {
      const parsed = parseMoney(value, language)
      const isPrice = parsed.ok && parsed.cents > 0n
      if (!isPrice) fields.value = ['priceInvalid']
      return isPrice ? { kind, cents: parsed.cents, ...common } : null
    }
    return { kind, ...common }
  })()
  return Object.keys(fields).length > 0 ? { ok: false, fields } : { ok: true, rule }
}
