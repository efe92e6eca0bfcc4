import { render, screen, within } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { OrderView } from '@/lib/sales/orders/views'
import { OrderItemsCard } from './order-items-card'

type Order = OrderView['order']
type Item = Order['items'][number]

const item = (line: number, quantity: number, unitPriceCents: bigint, discountCents: bigint, subtotalCents: bigint) =>
  ({
    line,
    quantity,
    unitPriceCents,
    discountCents,
    subtotalCents,
    productId: 'p',
    productQuantity: 1,
    priceMissing: false,
    sku: `A${line}`,
    title: `Caneca ${line}`,
    variation: null,
  }) satisfies Item

const money = {
  revenueCents: 0n,
  sellerDiscountCents: 0n,
  sellerVoucherCents: 0n,
  freightPaidCents: 0n,
  totalCents: 0n,
}
const cents = (text: string | null) => {
  const digits = BigInt((text ?? '').replace(/\D/g, ''))
  return text?.includes('\u2212') ? -digits : digits
}

/** The lines under the items, the last of them the total; and the texts of the items' own column. */
function look(order: Partial<Order>) {
  const shown = { platform: 'shopee', ...money, items: [], ...order } as unknown as Order
  const { unmount, container } = render(<OrderItemsCard order={shown} />, { wrapper: testPage('pt') })
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1)
  const items = rows.map((row) => cents(within(row).getAllByRole('cell').at(-1)!.textContent))
  const names = [...container.querySelectorAll('dt')].map(({ textContent }) => textContent)
  const sums = [...container.querySelectorAll('dd')].map(({ textContent }) => cents(textContent))
  unmount()
  return { items, sums, names }
}

const sum = (values: bigint[]) => values.reduce((all, value) => all + value, 0n)

const discounted = {
  platform: 'manual',
  revenueCents: 13500n,
  sellerDiscountCents: 1500n,
  totalCents: 13500n,
  items: [item(1, 2, 5000n, 1000n, 9000n), item(2, 1, 5000n, 500n, 4500n)],
} satisfies Partial<Order>
const one = { revenueCents: 10000n, items: [item(1, 1, 10000n, 2000n, 10000n)], sellerDiscountCents: 2000n }

test.each<[string, Partial<Order>, string[]]>([
  ['a discounted sale of one’s own', discounted, ['Produtos', 'Desconto', 'Total do pedido']],
  [
    'a seller’s voucher and freight',
    { ...one, sellerVoucherCents: 1000n, freightPaidCents: 700n, totalCents: 9700n },
    ['Produtos', 'Cupom do vendedor', 'Frete pago pelo comprador', 'Total do pedido'],
  ],
  [
    'a deduction by the platform',
    { ...one, sellerVoucherCents: 1000n, totalCents: 8500n },
    ['Produtos', 'Cupom do vendedor', 'Cupons e moedas da Shopee', 'Total do pedido'],
  ],
  [
    'a surcharge by the platform',
    { ...one, totalCents: 11290n },
    ['Produtos', 'Frete e outros acréscimos', 'Total do pedido'],
  ],
  [
    'a total from before the voucher was known',
    { ...one, sellerVoucherCents: 1000n, totalCents: 10000n },
    ['Produtos', 'Total do pedido'],
  ],
])('every number adds up to the next: %s', (_, order, expected) => {
  const { items, sums, names } = look(order)
  expect(names).toEqual(expected)
  expect(sum(items)).toBe(sums[0])
  expect(sum(sums.slice(0, -1))).toBe(sums.at(-1))
  expect(sums.at(-1)).toBe(order.totalCents)
})

test('an item’s row is its price times its units, whatever was taken off the whole order', () => {
  expect(look(discounted).items).toEqual([10000n, 5000n])
})
