import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { QueryProvider } from '@/components/ui/query-provider'
import { testPage } from '@/components/ui/test-page'
import { emptyDraft } from '@/lib/catalog/purchases/draft'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { PurchaseForm } from './purchase-form'

const made: Record<string, unknown>[] = []
const saved: Record<string, unknown>[] = []
const supplierId = '0192d1b0-0000-7000-8000-000000000011'
const productId = '0192d1b0-0000-7000-8000-000000000012'
const making = (id: string) => async (_: unknown, input: Record<string, unknown>) => (
  made.push(input),
  { ok: true, data: { id } }
)
stubPage({
  useRouter: () => ({ push: () => undefined, refresh: () => undefined }),
  createSupplierAction: making(supplierId),
  updateSupplierAction: making(supplierId),
  createProductAction: making(productId),
})

const type = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } })
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

test('a supplier and a product are made where they are missed, and the purchase keeps what was typed and is not saved', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ data: [] }))
  const onSave = async (input: Record<string, unknown>) => (saved.push(input), true)
  await act(async () => {
    render(
      <QueryProvider>
        <PurchaseForm
          initial={emptyDraft()}
          choices={{ suppliers: [], entities: [], today: '2026-11-21' }}
          saving={{ error: null, fields: {}, pending: false }}
          onSave={onSave}
        />
      </QueryProvider>,
      { wrapper: testPage('pt') },
    )
  })
  const note = screen.getByLabelText<HTMLTextAreaElement>(/^Observação/)
  type(note, 'Frete por conta deles')
  await press('Cadastrar fornecedor')
  const drawer = within(screen.getByRole('dialog'))
  type(drawer.getByLabelText(/^Nome/), ' Distribuidora Sul ')
  await act(async () => void fireEvent.submit(document.querySelector('form#supplier-form')!))
  expect(screen.getByLabelText<HTMLSelectElement>(/^Fornecedor/).selectedOptions[0]!.textContent).toBe(
    'Distribuidora Sul',
  )

  type(screen.getByRole('combobox', { name: /^Incluir produto/ }), 'Caneca azul')
  await press('Novo produto')
  const dialog = within(screen.getByRole('dialog', { name: 'Novo produto' }))
  expect(dialog.getByLabelText<HTMLInputElement>(/^Título/).value).toBe('Caneca azul')
  type(dialog.getByLabelText(/^SKU/), 'CAN-AZ')
  type(dialog.getByLabelText(/^Preço/), '29,90')
  await act(async () => void fireEvent.submit(document.querySelector('form#new-product')!))
  expect(screen.getByText('CAN-AZ')).toBeTruthy()

  expect(made).toEqual([
    expect.objectContaining({ name: ' Distribuidora Sul ' }),
    expect.objectContaining({ title: 'Caneca azul', sku: 'CAN-AZ', priceCents: 2_990n, costCents: null }),
  ])
  expect(saved).toEqual([])
  expect([note.isConnected, note.value]).toEqual([true, 'Frete por conta deles'])
  type(screen.getByLabelText(/^Custo por unidade CAN-AZ/), '12')
  await press('Salvar rascunho')
  expect(saved).toEqual([
    expect.objectContaining({ supplierId, lines: [expect.objectContaining({ productId, unitCostCents: 1_200n })] }),
  ])
})
