import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { QueryProvider } from '@/components/ui/query-provider'
import { testPage } from '@/components/ui/test-page'
import type { OrderEditView } from '@/lib/sales/orders/edit-order-view'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { EditOrderForm } from './edit-order-form'

const requests: Record<string, unknown>[] = []
const keys = new Set<string>()
let answer: object = { ok: true, data: { version: 4, totalCents: '1' } }
const visited: string[] = []
let refreshed = 0
stubPage({
  useRouter: () => ({ push: (href: string) => void visited.push(href), refresh: () => void (refreshed += 1) }),
  editOrderAction: async ({ idempotencyKey }: { idempotencyKey: string }, input: Record<string, unknown>) => (
    keys.add(idempotencyKey),
    requests.push(input),
    answer
  ),
})

const id = '0192d1b0-0000-7000-8000-000000000009'
const order: OrderEditView = {
  id,
  code: 'MAN-2026-00001',
  version: 3,
  channelId: id,
  day: '2026-11-20',
  customerName: 'Ana',
  discountCents: 0n,
  freightPaidCents: 0n,
  freightCostCents: null,
  paymentMethod: null,
  channels: [{ id, name: 'Balcão' }],
  today: '2026-11-21',
  lines: [
    { line: 1, productId: id, sku: 'GAR-1L', title: 'Garrafa', quantity: 2, unitPriceCents: 6_490n, available: 3 },
    { line: 2, productId: id, sku: 'POTE', title: 'Pote', quantity: 1, unitPriceCents: 999n, available: 0 },
  ],
}

beforeEach(() => {
  requests.length = visited.length = refreshed = 0
  keys.clear()
  answer = { ok: true, data: { version: 4, totalCents: '1' } }
})
let shown: { rerender: (ui: React.ReactNode) => void } | null = null
const open = (listQuery?: string, version = order.version) =>
  act(async () => {
    const form = (
      <QueryProvider>
        <EditOrderForm order={{ ...order, version }} listQuery={listQuery} />
      </QueryProvider>
    )
    if (version !== order.version) shown!.rerender(form)
    else shown = render(form, { wrapper: testPage('pt') })
  })
const statusText = () => within(document.querySelector<HTMLFormElement>('form#edit-order')!).getByRole('alert')
const type = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } })
const save = () => act(async () => void fireEvent.submit(document.querySelector('form#edit-order')!))

test('sends what was changed with the version that was seen, and goes back to the order', async () => {
  await open()
  type('Quantidade de GAR-1L', '4')
  type('Preço de GAR-1L', '60,00')
  fireEvent.click(screen.getByRole('button', { name: 'Remover POTE' }))
  expect(screen.getByText(/Antes: R\$\s139,79/)).toBeTruthy()
  await save()
  expect(requests).toEqual([
    {
      id,
      version: 3,
      channelId: id,
      day: '2026-11-20',
      customerName: 'Ana',
      discountCents: 0n,
      freightPaidCents: 0n,
      freightCostCents: null,
      paymentMethod: null,
      lines: [{ line: 1, productId: id, quantity: 4, unitPriceCents: 6_000n }],
    },
  ])
  expect(visited).toEqual([`/dashboard/orders/${id}`])
})

test('an editor who came from the order list goes back to the order with the way to their place in the list', async () => {
  await open('q=gar&sort=newest')
  await save()
  expect(visited).toEqual([`/dashboard/orders/${id}?desk=q%3Dgar%26sort%3Dnewest`])
})

test('an unreadable text is reported at its field and nothing is sent', async () => {
  await open()
  type('Quantidade de GAR-1L', 'dois')
  await save()
  expect(requests).toEqual([])
  expect(screen.getByLabelText('Quantidade de GAR-1L').getAttribute('aria-invalid')).toBe('true')
  expect(within(statusText()).getByRole('button', { name: 'Quantidade de GAR-1L' })).toBeTruthy()
})

test('more than is there is seen before it is sent; refused, all that was typed stays and is sent again under its key', async () => {
  answer = { ok: false, error: 'insufficientStockMore', values: { sku: 'GAR-1L', available: 3 } }
  await open()
  type('Quantidade de GAR-1L', '9')
  expect(screen.getByText('faltam 4 em estoque')).toBeTruthy()
  await save()
  expect(statusText().textContent).toContain('há mais 3')
  expect((screen.getByLabelText('Quantidade de GAR-1L') as HTMLInputElement).value).toBe('9')
  await save()
  expect(requests).toHaveLength(2)
  expect(keys.size).toBe(1)
})

test('when another member was first, their change is shown, the typed text stays and is saved over the reloaded one', async () => {
  answer = { ok: false, error: 'staleVersion' }
  const line = {
    id: 'e',
    at: '2026-11-21T12:00:00Z',
    agoMs: 60_000,
    isLast: true,
    actorKind: 'person',
    text: 'Bruno editou o pedido',
    changes: [{ field: 'Desconto', before: 'R$ 0,00', after: 'R$ 5,00' }],
  }
  const read: string[] = []
  vi.stubGlobal('fetch', async (address: string) => (read.push(address), Response.json({ ok: true, data: [line] })))
  await open()
  type('Cliente (opcional)', 'Bia')
  await save()
  expect((screen.getByLabelText('Cliente (opcional)') as HTMLInputElement).value).toBe('Bia')
  expect(screen.getByRole('link', { name: 'Abrir a versão atual' }).getAttribute('href')).toBe(
    `/dashboard/orders/${id}`,
  )
  await screen.findByText(/Última alteração: Bruno editou o pedido/)
  expect(statusText().textContent).toContain('Desconto: R$ 0,00 → R$ 5,00')
  expect(read.filter((address) => address.includes('audit'))).toEqual([`/api/audit/changes?kind=order&id=${id}`])
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Recarregar' })))
  expect(refreshed).toBe(1)
  await open(undefined, 4)
  await save()
  expect(requests.map(({ version, customerName }) => ({ version, customerName }))).toEqual([
    { version: 3, customerName: 'Bia' },
    { version: 4, customerName: 'Bia' },
  ])
})

test('an order without items is not sent', async () => {
  await open()
  for (const sku of ['GAR-1L', 'POTE']) fireEvent.click(screen.getByRole('button', { name: `Remover ${sku}` }))
  await save()
  expect(requests).toEqual([])
  expect(statusText().textContent).toContain('Adicione itens ao carrinho')
})
