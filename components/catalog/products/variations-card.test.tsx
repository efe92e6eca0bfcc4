import { act, fireEvent, render, screen } from '@testing-library/react'
import { QueryProvider } from '@/components/ui/query-provider'
import { testPage } from '@/components/ui/test-page'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { VariationsCard } from './variations-card'

const saved: unknown[] = []
const effect = { orders: 0, changeCents: '0', from: null, to: null, days: 0, complete: 0, closedMonths: [] }
stubPage({
  useRouter: () => ({ refresh: () => undefined, push: () => undefined }),
  previewCostsAction: async () => ({ ok: true, data: effect }),
  setCostsAction: async (_: unknown, input: never) => {
    saved.push(input)
    return { ok: true, data: { written: ['a', 'b'], orders: 0, isRunning: false, kept: 0 } }
  },
  takeBackCostsAction: async () => ({ ok: true, data: { costs: 2, kept: 0 } }),
})
const variations = ['a', 'b'].map((id) => ({
  id,
  sku: id.toUpperCase(),
  title: `Camiseta · ${id}`,
  available: 1n,
  cost: null,
}))
const open = (canSetCosts: boolean) =>
  act(async () => {
    render(
      <QueryProvider>
        <VariationsCard
          productId="a"
          familyId="f"
          variations={variations}
          today="2026-11-21"
          canSetCosts={canSetCosts}
        />
      </QueryProvider>,
      { wrapper: testPage('pt') },
    )
    await import('./bulk-cost-dialog')
  })
const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name, hidden: true })))

test('names the others and leads to them; one cost goes to all of them at once', async () => {
  await open(true)
  expect(screen.getByRole('link', { name: 'Camiseta · b' }).getAttribute('href')).toBe('/dashboard/products/b')
  expect(screen.queryByRole('link', { name: 'Camiseta · a' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Ver na lista' }).getAttribute('href')).toBe('/dashboard/products?family=f')
  await press('Um custo para todas')
  fireEvent.change(await screen.findByLabelText(/^Custo por unidade/), { target: { value: '7,50' } })
  await press('Ver o efeito de 2 custos')
  await press('Salvar 2 custos')
  const entries = ['a', 'b'].map((productId) => ({ productId, cost: '7.50' }))
  expect(saved).toEqual([{ entries, fromDay: null }])
  expect(screen.getByRole('button', { name: 'Desfazer', hidden: true })).toBeTruthy()
})

test('a role that may not write costs is not offered one for all', async () => {
  await open(false)
  expect(screen.queryByRole('button', { name: 'Um custo para todas' })).toBeNull()
})
