import { act, fireEvent, render, screen } from '@testing-library/react'
import { QueryProvider } from '@/components/ui/query-provider'
import { testPage } from '@/components/ui/test-page'
import type { Language } from '@/lib/core/language'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { BulkPriceDialog } from './bulk-price-dialog'
import { ProductPickBar } from './product-pick-bar'
import { PickAllProducts, ProductPick, ProductPicks, type ProductEdit } from './product-picks'

const requests: unknown[] = []
stubPage({
  useRouter: () => ({ push: () => undefined, refresh: () => undefined }),
  previewCostsAction: () => undefined,
  setCostsAction: () => undefined,
  editProductsAction: async (_: unknown, { entries }: { entries: { id: string; version: number }[] }) => (
    requests.push(entries),
    {
      ok: true,
      data: { changed: entries.slice(0, 2).map(({ id, version }) => ({ id, version: version + 1 })), kept: 1 },
    }
  ),
})
const rows = [
  { id: 'a', sku: 'GAR', title: 'Garrafa', version: 1, priceCents: 6_490n, isKit: false },
  { id: 'b', sku: 'POTE', title: 'Pote', version: 4, priceCents: null, isKit: false },
  { id: 'c', sku: 'KIT', title: 'Kit', version: 2, priceCents: 1_000n, isKit: true },
]
const open = (language: Language = 'pt') =>
  act(async () => {
    render(
      <QueryProvider>
        <ProductPicks rows={rows}>
          <ProductPickBar archived={false} seesMoney today="2026-11-21" />
          <PickAllProducts shown="column" />
          {rows.map(({ id, sku }) => (
            <ProductPick key={id} id={id} sku={sku} />
          ))}
          <BulkPriceDialog
            saving={{ error: null, pending: false }}
            onRun={async (edit: ProductEdit) => void requests.push(edit.entries, edit.undo([{ id: 'a', version: 2 }]))}
            onClose={() => undefined}
          />
        </ProductPicks>
      </QueryProvider>,
      { wrapper: testPage(language) },
    )
  })
const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name, hidden: true })))

beforeEach(() => void (requests.length = 0))

test('selected products are archived as they were seen, the others are reported, and the same way back undoes it', async () => {
  await open()
  expect(screen.queryByRole('group', { name: 'Produtos escolhidos', hidden: true })).toBeNull()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Selecionar todos desta página', hidden: true }))
  await press('Arquivar')
  expect(screen.getByText(/2 produtos alterados. 1 foi alterado por outra pessoa/)).toBeTruthy()
  await press('Desfazer')
  expect(requests).toEqual([
    rows.map(({ id, version }) => ({ id, version, archived: true })),
    [
      { id: 'a', version: 2, archived: false },
      { id: 'b', version: 5, archived: false },
    ],
  ])
  expect(screen.queryByRole('button', { name: 'Desfazer', hidden: true })).toBeNull()
})

test('prices are seen before they change; what has none stays', async () => {
  await open('en')
  for (const sku of ['GAR', 'POTE'])
    fireEvent.click(screen.getByRole('checkbox', { name: `Choose ${sku}`, hidden: true }))
  fireEvent.change(screen.getByLabelText(/^Percentage/), { target: { value: '-10' } })
  expect(screen.getByText(/1 price changes/)).toBeTruthy()
  expect(screen.getByText(/R\$58.41/)).toBeTruthy()
  expect(screen.getByText(/1 stays as it is/)).toBeTruthy()
  await press('Change 1 price')
  expect(requests).toEqual([
    [{ id: 'a', version: 1, priceCents: 5_841n }],
    [{ id: 'a', version: 2, priceCents: 6_490n }],
  ])
})
