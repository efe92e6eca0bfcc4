import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import type { PickingLine } from '@/lib/sales/dispatch/picking-list'
import { PickingScreen } from './picking-screen'

const reported: { productId: string; seenOnHand: number }[] = []
stubPage({
  useRouter: () => ({ push: () => undefined, refresh: () => undefined }),
  reportMissAction: async (_: unknown, report: { productId: string; seenOnHand: number }) => {
    reported.push(report)
    return { ok: true, data: { missId: 'm' } }
  },
})

const line = (changed: Partial<PickingLine>): PickingLine => ({
  productId: null,
  sku: null,
  title: 'Sem produto',
  variation: null,
  photoFileId: null,
  shelfAddress: null,
  onHand: 0,
  units: 1,
  orders: [{ code: 'A', units: 1 }],
  ...changed,
})
const lines = [
  line({
    productId: 'p1',
    title: 'Caneca',
    sku: 'CAN',
    shelfAddress: 'A-1',
    onHand: 9,
    units: 3,
    orders: [
      { code: 'A', units: 2 },
      { code: 'B', units: 1 },
    ],
  }),
  line({ productId: 'p2', title: 'Prato', sku: 'PRA', onHand: 4 }),
  line({ sku: 'X', variation: 'Azul' }),
]
const show = () =>
  render(
    <PickingScreen list={{ lines, orders: 2, units: 5, isCut: false }} misses={{ misses: [], total: 0 }} query={{}} />,
    { wrapper: testPage('pt') },
  )

test('each line has its shelf, units, product and orders', () => {
  show()
  const texts = screen.getAllByRole('row').map((row) =>
    within(row)
      .queryAllByRole('cell')
      .map((cell) => cell.textContent),
  )
  expect(texts).toEqual([
    [],
    ['A-1', '3', 'CanecaCAN', 'A (2), B', 'Não achei'],
    ['sem endereço', '1', 'PratoPRA', 'A', 'Não achei'],
    ['sem endereço', '1', 'Sem produtoX · Azul', 'A', ''],
  ])
})

test('a product that is missing is reported from its own line, one after the other', async () => {
  show()
  const press = (name: string) =>
    act(async () => void fireEvent.click(screen.getByRole('button', { name, hidden: true })))
  for (const title of ['Prato', 'Caneca']) {
    await press(`Não achei ${title}`)
    await press('Parar as vendas')
  }
  expect(reported).toMatchObject([
    { productId: 'p2', seenOnHand: 4 },
    { productId: 'p1', seenOnHand: 9 },
  ])
})
