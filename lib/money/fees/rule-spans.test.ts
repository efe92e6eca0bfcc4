import fc from 'fast-check'
import { addDays } from '@/lib/core/dates'
import { brazilFeeHistory } from '@/lib/money/fees/brazil'
import { feeRuleOn } from '@/lib/money/fees/fee-rule-on'
import { ruleSpans } from '@/lib/money/fees/rule-spans'
import { corrected, isReplaced, mayBegin, withVersion } from '@/lib/money/fees/rule-versions'
import type { FeeRule } from '@/lib/money/fees/schema'
import { defaultTerms, termsOn } from '@/lib/money/fees/terms'

const rules: FeeRule[] = brazilFeeHistory.map((terms, index) => ({
  ...terms,
  id: `rule-${index}`,
  confirmedBy: 0,
  version: 1,
}))
const [standard, programme, march, april, october] = rules as [FeeRule, FeeRule, FeeRule, FeeRule, FeeRule]
const shop = { id: 'shop', name: 'Loja', sellerType: 'cnpj' as const, terms: [] }

test('a shop that left the programme for a while has its rule for those days alone', () => {
  const terms = [
    { ...defaultTerms, fromDay: '2025-06-01', programme: 'standard' as const },
    { ...defaultTerms, fromDay: '2026-01-15', programme: 'freeShipping' as const },
  ]
  expect(ruleSpans(rules, [{ ...shop, terms }])).toEqual([
    { shopId: 'shop', ruleId: programme.id, from: '2000-01-01', to: '2025-05-31' },
    { shopId: 'shop', ruleId: standard.id, from: '2025-06-01', to: '2026-01-14' },
    { shopId: 'shop', ruleId: programme.id, from: '2026-01-15', to: '2026-02-28' },
    { shopId: 'shop', ruleId: march.id, from: '2026-03-01', to: '2026-04-22' },
    { shopId: 'shop', ruleId: april.id, from: '2026-04-23', to: '2026-09-30' },
    { shopId: 'shop', ruleId: october.id, from: '2026-10-01', to: '2199-12-31' },
  ])
})

test('a shop that went from an individual to a company has the individual’s rules until the day before', () => {
  const moved = { ...shop, formerly: [{ untilDay: '2026-11-05', sellerType: 'cpf' as const }] }
  const individuals = rules.find(({ name }) => name === 'Shopee desde 01/10/2026 · CPF')!
  expect(ruleSpans(rules, [moved]).slice(-2)).toEqual([
    { shopId: 'shop', ruleId: individuals.id, from: '2026-10-01', to: '2026-11-04' },
    { shopId: 'shop', ruleId: october.id, from: '2026-11-05', to: '2199-12-31' },
  ])
})

test('whatever the terms, the spans say of every day what the rule of the day does', () => {
  const day = fc.integer({ min: 0, max: 900 }).map((days) => addDays('2024-06-01', days))
  const kind = fc.constantFrom('standard' as const, 'freeShipping' as const)
  const anyTerms = fc.array(fc.record({ fromDay: day, programme: kind }), { maxLength: 5 })
  fc.assert(
    fc.property(anyTerms, day, (drawn, on) => {
      const terms = drawn.map((each) => ({ ...defaultTerms, ...each }))
      const matches = ruleSpans(rules, [{ ...shop, terms }]).filter(({ from, to }) => from <= on && on <= to)
      const subject = {
        platform: 'shopee',
        sellerType: 'cnpj',
        programme: termsOn(terms, on).programme,
        day: on,
      } as const
      expect(matches.map(({ ruleId }) => ruleId)).toEqual([feeRuleOn(rules, subject)!.id])
    }),
  )
})

test('a new version ends the old one the day before, and one from its first day on replaces it', () => {
  const next = (fromDay: string): FeeRule => ({ ...october, id: 'next', fromDay })
  const later = withVersion(rules, october, next('2026-12-01'))
  expect(ruleSpans(later, [shop]).slice(-2)).toEqual([
    { shopId: 'shop', ruleId: october.id, from: '2026-10-01', to: '2026-11-30' },
    { shopId: 'shop', ruleId: 'next', from: '2026-12-01', to: '2199-12-31' },
  ])
  const replaced = withVersion(rules, october, next('2026-10-01'))
  expect(ruleSpans(replaced, [shop]).map(({ ruleId }) => ruleId)).toEqual([programme.id, march.id, april.id, 'next'])
  expect(replaced.filter(isReplaced).map(({ id }) => id)).toEqual([october.id])
  expect(corrected(rules, { ...october, name: 'x' }).map(({ name }) => name)).toContain('x')
})

test('a version begins while its rule holds', () => {
  expect(['1999-12-31', '2000-01-01', '2026-02-28', '2026-03-01'].map((day) => mayBegin(programme, day))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(mayBegin(october, '2030-01-01')).toBe(true)
})
