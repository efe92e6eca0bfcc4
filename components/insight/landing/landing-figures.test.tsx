import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { formatDay, type Day } from '@/lib/core/dates'
import { formatAmount, formatMoney } from '@/lib/core/money'
import { brazilFeeHistory } from '@/lib/money/fees/brazil'
import { expectedFees } from '@/lib/money/fees/calculate'
import { feeRuleOn } from '@/lib/money/fees/fee-rule-on'
import { OrderPreview } from './order-preview'
import { PriceCurve } from './price-curve'

// The sample's order code says 4 November 2026.
const day: Day = '2026-11-04'
const rule = {
  ...feeRuleOn(brazilFeeHistory, { platform: 'shopee', sellerType: 'cnpj', programme: 'standard', day })!,
  id: 'r',
}
const feesOf = (unitPriceCents: bigint) => expectedFees([{ unitPriceCents, quantity: 1 }], 0n, rule as never)
const paysOut = (price: bigint) => price - feesOf(price).totalCents
const words = (text: string) => text.replace(/\s/g, ' ')

test('the sample order of the landing page is charged by the rule of its own day', () => {
  render(<OrderPreview />, { wrapper: testPage() })
  const { commissionCents, serviceCents } = feesOf(129_90n)
  const charged = (name: RegExp) => words(screen.getByRole('row', { name }).textContent!)
  expect(charged(/Comissão/)).toContain(words(formatAmount(-commissionCents, 'pt')))
  expect(charged(/Serviço/)).toContain(words(formatAmount(-serviceCents, 'pt')))
  expect(charged(/Repasse/)).toContain(words(formatAmount(paysOut(129_90n), 'pt')))
  const text = words(document.body.textContent!)
  expect(text).toContain(`desde ${formatDay(rule.fromDay, 'pt')}`)
  expect(text).toContain('R$ 7,79 a menos')
})

test('the price curve of the landing page pays what the same rule pays, up to the price that pays as much again', () => {
  render(<PriceCurve />, { wrapper: testPage() })
  const label = words(screen.getByRole('img').getAttribute('aria-label')!)
  const last = paysOut(79_99n)
  let again = 80_00n
  while (paysOut(again) < last) again += 1n
  for (const cents of [last, paysOut(80_00n), again]) expect(label).toContain(words(formatMoney(cents, 'pt')))
  expect(words(document.body.textContent!)).toContain(`desde ${formatDay(rule.fromDay, 'pt')}`)
})
