import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { readProductFilters } from '@/lib/catalog/products/filters'
import type { ProductList } from '@/lib/catalog/products/views'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { ProductsScreen } from './products-screen'

stubPage({
  useRouter: () => ({ replace: () => undefined, push: () => undefined, refresh: () => undefined }),
  usePathname: () => '/dashboard/products',
  useSearchParams: () => new URLSearchParams(),
})

const list = (query: Record<string, string>) =>
  ({
    filters: readProductFilters(query, true),
    page: { rows: [], previous: null, next: null },
    counts: { active: 28n, archived: 0n, matching: 6n },
    seesMoney: true,
    canWrite: false,
    today: '2026-11-29',
  }) as unknown as ProductList

test('a filtered list says above its rows how many products it holds', () => {
  const { rerender } = render(<ProductsScreen list={list({ stock: 'low' })} />, { wrapper: testPage() })
  const chips = screen.getByRole('list', { name: 'Filtros ligados' })
  expect(chips.lastElementChild!.textContent).toBe('6 produtos')
  rerender(<ProductsScreen list={list({})} />)
  expect(screen.queryByRole('list', { name: 'Filtros ligados' })).toBeNull()
})
