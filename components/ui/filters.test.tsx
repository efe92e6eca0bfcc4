import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { FilterSelect } from './filter-select'
import { PeriodPicker } from './period-picker'
import { SearchInput } from './search-input'
import { testPage } from './test-page'

let address = ''
const visited: string[] = []
const go = (href: string) => {
  visited.push(href)
  address = href.split('?')[1] ?? ''
}
stubPage({
  useRouter: () => ({ push: go, replace: go }),
  usePathname: () => '/dashboard/orders',
  useSearchParams: () => new URLSearchParams(address),
})

beforeEach(() => {
  address = ''
  visited.length = 0
})

test('typing searches once it pauses, keeps the other filters and goes back to the first page', async () => {
  vi.useFakeTimers()
  address = 'shop=a&after=xyz'
  render(<SearchInput label="Buscar pedidos" />, { wrapper: testPage() })
  const input = screen.getByRole('searchbox', { name: 'Buscar pedidos' })
  fireEvent.change(input, { target: { value: 'garr' } })
  fireEvent.change(input, { target: { value: 'garrafa ' } })
  expect(visited).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(300))
  expect(visited).toEqual(['/dashboard/orders?shop=a&q=garrafa'])
  vi.useRealTimers()
})

test('the search follows the address when it changes from outside', () => {
  address = 'q=pote'
  const { rerender } = render(<SearchInput label="Buscar" />, { wrapper: testPage() })
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('pote')
  address = ''
  rerender(<SearchInput label="Buscar" />)
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
})

test('several choices stand in the address with commas, and unknown ones are not shown', async () => {
  address = 'status=shipped,forged'
  const options = [
    { value: 'pending', label: 'Pendente' },
    { value: 'shipped', label: 'Enviado' },
  ]
  render(<FilterSelect multiple param="status" label="Situação" allLabel="Todas" options={options} />, {
    wrapper: testPage(),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Situação: Enviado' }))
  await userEvent.click(screen.getByRole('option', { name: 'Pendente' }))
  expect(visited).toEqual(['/dashboard/orders?status=shipped%2Cpending'])
})

test('each period is a link that keeps the other filters; the default needs no parameter', () => {
  address = 'shop=a&period=custom&from=2026-11-01&to=2026-11-10&after=x'
  render(<PeriodPicker today="2026-11-21" fallback="30d" />, { wrapper: testPage() })
  expect(screen.getByRole('link', { name: 'Hoje' }).getAttribute('href')).toBe('/dashboard/orders?shop=a&period=today')
  expect(screen.getByRole('link', { name: '30 dias' }).getAttribute('href')).toBe('/dashboard/orders?shop=a')
  expect(screen.getByRole('button').getAttribute('aria-label')).toContain('01/11 – 10/11/2026')
  expect(document.querySelector('[aria-current]')).toBeNull()
})

test('the chosen period is marked', () => {
  address = 'period=7d'
  render(<PeriodPicker today="2026-11-21" />, { wrapper: testPage('en') })
  expect(screen.getByRole('link', { name: '7 days' }).getAttribute('aria-current')).toBe('true')
  expect(screen.getByRole('button').textContent).toBe('Nov 15 – Nov 21, 2026')
})
