import { render } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { OrderTotals } from '@/lib/sales/orders/queries'
import { OrderCount } from './order-totals'

const sums: OrderTotals = {
  orders: 3n,
  units: 2n,
  grossCents: 241_570n,
  cancelledCents: 14_480n,
  pendingCents: null,
  more: false,
}
const textOf = (given: Partial<OrderTotals>, withSales = true) => {
  const { container } = render(<OrderCount sums={{ ...sums, ...given }} withSales={withSales} />, {
    wrapper: testPage('pt'),
  })
  return container.textContent!.replace(/\s/g, ' ')
}

test('above the orders stand the sums that the lines of the result lead from: sold and cancelled', () => {
  expect(textOf({})).toMatch(/3 pedidos.*R\$ 2\.415,70.*R\$ 144,80/)
  expect(textOf({ grossCents: 0n, units: 0n })).toMatch(/3 pedidos.*R\$ 144,80/)
  expect(textOf({ cancelledCents: 0n })).not.toContain('144,80')
  expect(textOf({}, false)).not.toContain('R$')
})
