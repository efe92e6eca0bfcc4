import { publishedCalled } from '@/lib/testing/factories/published-fees'
import { checkRule, type ChargedOrder } from '@/lib/money/fees/check-rule'
import { expectedCharges } from '@/lib/money/fees/expected-charges'
import type { FeeRule } from '@/lib/money/fees/schema'
import { defaultTerms, type TermsOfDay } from '@/lib/money/fees/terms'

const october: FeeRule = { ...publishedCalled('shopee-2026-10-cnpj'), id: 'october', confirmedBy: 0, version: 1 }

/** For a shop without terms: the charges of an order show whether it came by an affiliate or is bulky. */
function charged(at: number, terms: Partial<TermsOfDay>, affiliateCents = 0n): ChargedOrder {
  const lines = [{ unitPriceCents: 20_00n + BigInt(at) * 37n, quantity: 1 }]
  const by = expectedCharges(lines, 0n, october, { ...defaultTerms, ...terms }, affiliateCents)
  const { commissionCents, serviceCents } = by
  return { lines, sellerVoucherCents: 0n, commissionCents, serviceCents, affiliateCents, terms: defaultTerms }
}
const orders = (of: (at: number) => ChargedOrder) => Array.from({ length: 40 }, (_, at) => of(at))

test('orders by affiliates, and bulky ones, confirm the rule as the others do', () => {
  const result = orders((at) => {
    if (at % 7 === 0) return charged(at, { affiliates: true }, 3_00n)
    return charged(at, { bulky: at % 11 === 0 })
  })
  expect(checkRule(result, october)).toMatchObject({ matched: 40, differing: 0, isConfirmed: true })
})

test('an affiliate’s service without an affiliate, and half the charge for a bulky item, confirm nothing', () => {
  const wrong = (cents: bigint) =>
    orders((at) => {
      const order = charged(at, {})
      return { ...order, serviceCents: order.serviceCents + cents }
    })
  expect(checkRule(wrong(42n), october).isConfirmed).toBe(false)
  expect(checkRule(wrong(25_00n), october).isConfirmed).toBe(false)
})
