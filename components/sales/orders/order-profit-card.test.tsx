import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { orderProfit, type OrderMoneyLine } from '@/lib/money/profit/order-profit'
import { OrderProfitCard } from './order-profit-card'

const asOf = new Date('2026-11-20T15:00:00Z')
const line = (kind: OrderMoneyLine['kind'], cents: bigint, isPaidBeside = false): OrderMoneyLine => ({
  kind,
  cents,
  basis: 'settled',
  source: isPaidBeside ? null : 'income',
  isPaidBeside,
  platformName: null,
  ruleName: null,
  asOf,
})
const order = { status: 'delivered' as const, revenueCents: 15_000n }

test.each([
  ['pt', /Correções e diferença do repasse/, /conciliação do repasse/, /−R\$ 12,34/],
  ['en', /Corrections and payout difference/, /payout reconciliation/, /R\$12\.34/],
] as const)(
  'in %s, what was corrected in the wallet is a line of the order that says where it is from',
  (language, name, from, amount) => {
    const money = [line('product_revenue', 15_000n), line('commission', -4100n), line('adjustment', -1234n, true)]
    const tax = { baseCents: 0n, taxCents: 0n, rate: null, regime: null, fromDay: null }
    const profit = orderProfit(order, [], money, tax)
    expect(profit.payoutCents).toBe(15_000n - 4100n - 1234n)
    const view = { order: { ...order, items: [] }, profit, feeTrace: null } as never
    render(<OrderProfitCard view={view} timeZone="America/Sao_Paulo" />, { wrapper: testPage(language) })
    const said = screen.getByText(name).closest('div')!.textContent!.replace(/\s/gu, ' ')
    expect(said).toMatch(from)
    expect(said.replace('-', '−')).toMatch(amount)
  },
)
