import { act, fireEvent, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { QueryProvider } from '@/components/ui/query-provider'
import { testOrganizationId, testPage } from '@/components/ui/test-page'
import { emptyCart } from '@/lib/sales/orders/cart'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { OrderEntry } from './order-entry'

const requests: Record<string, unknown>[] = []
stubPage({
  useRouter: () => ({ push: () => undefined, refresh: () => undefined }),
  placeOrderAction: async (_: unknown, input: Record<string, unknown>) => (
    requests.push(input),
    { ok: false, error: 'connectionTimeout' }
  ),
})
const channelId = '0192d1b0-0000-7000-8000-000000000009'
const product = { id: channelId, sku: 'GAR-1L', title: 'Garrafa', priceCents: '6490', available: 9 }
const unpriced = { ...product, id: testOrganizationId, sku: 'POTE', priceCents: null }

async function open(lines: object[]) {
  vi.stubGlobal('fetch', async () => Response.json({ data: [product, unpriced] }))
  sessionStorage.setItem(`mascate.cart.${testOrganizationId}`, JSON.stringify({ ...emptyCart, key: 'k', lines }))
  await act(async () => {
    render(
      <QueryProvider>
        <OrderEntry
          channels={[{ id: channelId, name: 'Balcão' }]}
          skuRef={createRef<HTMLInputElement>()}
          onCollapse={() => undefined}
        />
      </QueryProvider>,
      { wrapper: testPage('pt') },
    )
  })
}
const type = (name: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } })
const save = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

beforeEach(() => void (requests.length = 0))

test('asks for prices, discount, freight and payment as they were typed, and shows what they come to', async () => {
  await open([
    { ...product, quantity: 2 },
    { ...unpriced, quantity: 1 },
  ])
  await save('Salvar pedido')
  expect(
    screen
      .getAllByRole('alert')
      .map(({ textContent }) => textContent)
      .join(),
  ).toContain('POTE')
  expect(requests).toEqual([])
  type('Preço de GAR-1L', '60,00')
  expect(screen.getByText(/Preço do produto: R\$\s64,90/)).toBeTruthy()
  type('Preço de POTE', '5')
  type(/^Desconto no pedido/, '200')
  await save('Salvar pedido')
  expect(screen.getAllByText(/O desconto é maior que a soma dos itens/)).not.toHaveLength(0)
  expect(requests).toEqual([])
  type(/^Desconto no pedido/, '10,50')
  type(/^Frete cobrado do cliente/, '25')
  type(/^Frete que você paga/, '18,90')
  fireEvent.change(screen.getByLabelText('Pagamento'), { target: { value: 'pix' } })
  expect(screen.getByText(/R\$\s139,50/)).toBeTruthy()
  await save('Salvar pedido')
  expect(requests).toEqual([
    expect.objectContaining({
      discountCents: 1_050n,
      freightPaidCents: 2_500n,
      freightCostCents: 1_890n,
      paymentMethod: 'pix',
      seenTotalCents: 13_950n,
      lines: [
        { productId: product.id, quantity: 2, unitPriceCents: 6_000n },
        { productId: unpriced.id, quantity: 1, unitPriceCents: 500n },
      ],
    }),
  ])
})

test('a price that cannot be read stops the saving, is named at its place and stays typed', async () => {
  await open([{ ...product, quantity: 2 }])
  type('Preço de GAR-1L', '12,3,4')
  await save('Salvar pedido')
  expect(requests).toEqual([])
  const field = screen.getByLabelText('Preço de GAR-1L') as HTMLInputElement
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['12,3,4', 'true'])
  expect(screen.getByRole('button', { name: /Preço de GAR-1L/ })).toBeTruthy()
  type('Preço de GAR-1L', '64,90')
  await save('Salvar pedido')
  expect(requests.map(({ lines }) => lines)).toEqual([
    expect.arrayContaining([{ productId: product.id, quantity: 2, unitPriceCents: null }]),
  ])
})
