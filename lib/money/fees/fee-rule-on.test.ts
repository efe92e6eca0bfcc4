import { brazilFeeHistory } from '@/lib/money/fees/brazil'
import { publishedCalled } from '@/lib/testing/factories/published-fees'
import { feeRuleOn } from '@/lib/money/fees/fee-rule-on'
import type { FeePlatform, FeeSellerType, FeeTerms, ShopProgramme } from '@/lib/money/fees/schema'
import { addDays } from '@/lib/core/dates'

test.each<[string, FeePlatform, FeeSellerType, ShopProgramme, string | undefined]>([
  ['2017-11-24', 'shopee', 'cnpj', 'standard', 'Shopee até 28/02/2026 · CNPJ'],
  ['2026-02-28', 'shopee', 'cnpj', 'freeShipping', 'Shopee até 28/02/2026 · CNPJ · frete grátis'],
  ['2026-03-01', 'shopee', 'cnpj', 'freeShipping', 'Shopee desde 01/03/2026 · CNPJ'],
  ['2026-03-01', 'shopee', 'cnpj', 'standard', 'Shopee desde 01/03/2026 · CNPJ'],
  ['2026-04-22', 'shopee', 'cnpj', 'standard', 'Shopee desde 01/03/2026 · CNPJ'],
  ['2026-04-23', 'shopee', 'cnpj', 'standard', 'Shopee desde 23/04/2026 · CNPJ'],
  ['2026-09-30', 'shopee', 'cpf', 'standard', 'Shopee desde 23/04/2026 · CPF'],
  ['2026-10-01', 'shopee', 'cpf', 'standard', 'Shopee desde 01/10/2026 · CPF'],
  ['2026-11-21', 'manual', 'cnpj', 'standard', undefined],
])('on %s, %s, %s, %s holds %s', (day, platform, sellerType, programme, name) => {
  expect(feeRuleOn(brazilFeeHistory, { platform, sellerType, programme, day })?.name).toBe(name)
})

test('every day has exactly one rule for each kind of seller', () => {
  for (const sellerType of ['cnpj', 'cpf'] as const)
    for (const programme of ['standard', 'freeShipping'] as const)
      for (const day of [
        '2016-09-04',
        '2026-02-28',
        '2026-03-01',
        '2026-04-22',
        '2026-04-23',
        '2026-09-30',
        '2026-10-01',
        '2030-01-01',
      ])
        expect(
          brazilFeeHistory.filter((rule) => feeRuleOn([rule], { platform: 'shopee', sellerType, programme, day })),
        ).toHaveLength(1)
})

test('bands leave no price without a rate', () => {
  for (const rule of brazilFeeHistory) {
    expect(rule.bands[0]?.fromCents).toBe(0n)
    expect(rule.bands.at(-1)?.toCents).toBeNull()
    rule.bands.slice(1).forEach((band, index) => expect(rule.bands[index]?.toCents).toBe(band.fromCents - 1n))
  }
})

test('a later rule replaces the earlier one, and the programme’s own goes before the one for all', () => {
  const base: FeeTerms = publishedCalled('shopee-2026-10-cnpj')
  const subject = { platform: 'shopee', sellerType: 'cnpj', programme: 'freeShipping', day: '2026-12-21' } as const
  const later = { ...base, name: 'later', fromDay: addDays(base.fromDay, 30) }
  const own = { ...base, name: 'own', programme: 'freeShipping' as const }
  expect(feeRuleOn([later, base], subject)?.name).toBe('later')
  expect(feeRuleOn([base, own], subject)?.name).toBe('own')
  expect(feeRuleOn([own, base], subject)?.name).toBe('own')
})
