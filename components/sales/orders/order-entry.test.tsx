import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createRef } from 'react'
import { QueryProvider } from '@/components/ui/query-provider'
import { testOrganizationId, testPage } from '@/components/ui/test-page'
import { emptyCart } from '@/lib/sales/orders/cart'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { OrderEntry } from './order-entry'

const requests: Record<string, unknown>[] = []
let refusal = 'connectionTimeout'
stubPage({
  useRouter: () => ({ push: () => undefined, refresh: () => undefined }),
  placeOrderAction: async (_: unknown, input: Record<string, unknown>) => (
    requests.push(input),
    { ok: false, error: refusal }
  ),
})
const channelId = '0192d1b0-0000-7000-8000-000000000009'
const product = { id: channelId, sku: 'GAR-1L', title: 'Garrafa', priceCents: '6490', available: 9 }
const unpriced = { ...product, id: testOrganizationId, sku: 'POTE', priceCents: null }

const found = async () => Response.json({ data: [product, unpriced] })

async function open(
  lines: object[],
  { language = 'pt' as 'pt' | 'en', lookUp = found as () => Promise<Response> } = {},
) {
  vi.stubGlobal('fetch', lookUp)
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
      { wrapper: testPage(language) },
    )
  })
}
const type = (name: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } })
const save = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

beforeEach(() => {
  requests.length = 0
  refusal = 'connectionTimeout'
})

test('asks for prices, discount, freight and payment as they were typed, and shows what they come to', async () => {
  await open([
    { ...product, quantity: 2 },
    { ...unpriced, quantity: 1 },
  ])
  await save('Salvar pedido')
  expect(alerts()).toContain('POTE')
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

const addSku = async (sku: string, name: string) => {
  fireEvent.change(screen.getByRole('combobox', { name: /SKU/ }), { target: { value: sku } })
  await save(name)
}
const alerts = () =>
  screen
    .getAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join()
const typedSku = () => screen.getByRole<HTMLInputElement>('combobox', { name: /SKU/ }).value

test('an empty cart, an empty line and an unknown SKU are refused in the words of the specification, and the SKU stays typed', async () => {
  await open([], { language: 'en', lookUp: async () => Response.json({ data: [] }) })
  refusal = 'cartEmpty'
  await save('Save order')
  expect(alerts()).toContain('Please add items to the cart')
  await save('Add')
  expect(alerts()).toContain('Please enter a valid SKU and quantity')
  await addSku('NO-SUCH-SKU', 'Add')
  await waitFor(() => expect(alerts()).toContain('SKU not found'))
  expect(typedSku()).toBe('NO-SUCH-SKU')
})

test('a look-up that fails is no unknown SKU, and the SKU stays typed', async () => {
  await open([], { lookUp: () => Promise.reject(new TypeError('Failed to fetch')) })
  await addSku('GAR-1L', 'Adicionar')
  await waitFor(() => expect(alerts()).toMatch(/carrinho/))
  expect(alerts()).not.toContain('não encontrado')
  expect(typedSku()).toBe('GAR-1L')
})
