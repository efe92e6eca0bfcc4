import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { testPage } from '@/components/ui/test-page'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { MakeProducts } from './make-products'

const made: unknown[] = []
stubPage({
  useRouter: () => ({ refresh: () => undefined }),
  makeProductsAction: async (_: unknown, input: unknown) => {
    made.push(input)
    return { ok: true, data: { runId: 'run', products: 3 } }
  },
})
const none = { orders: 0, revenueCents: null, from: null, to: null }
vi.mock('./fetch-answer', () => ({
  fetchAnswer: async () => ({
    open: none,
    cancelled: none,
    stock: { open: [], all: [] },
    shipped: { orders: 9, revenueCents: null, from: '2025-11-30', to: '2026-11-20' },
  }),
}))

const show = (given: { products: number; matched: number }) =>
  act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <MakeProducts runId="run" waiting={0} stocks={0} listings={3} today="2026-11-21" {...given} />
      </QueryClientProvider>,
      { wrapper: testPage('en') },
    )
  })
const chosen = () => screen.getAllByRole('radio').find((radio) => (radio as HTMLInputElement).checked)

beforeEach(() => made.splice(0))

test('orders of listings that never had a product take on the new one from the first of them on, unless one says otherwise', async () => {
  await show({ products: 3, matched: 0 })
  await userEvent.click(screen.getByRole('button', { name: 'Make 3 products' }))
  expect(made).toEqual([{ runId: 'run', opening: false, scope: 'since', sinceDay: '2025-11-30' }])
  await userEvent.click(screen.getByRole('radio', { name: /^From now on/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Make 3 products' }))
  expect(made[1]).toMatchObject({ scope: 'future', sinceDay: null })
})

test('where products exist that were counted already, shipped orders stay as they are', async () => {
  await show({ products: 3, matched: 1 })
  expect(chosen()!.getAttribute('value')).toBe('open')
})
