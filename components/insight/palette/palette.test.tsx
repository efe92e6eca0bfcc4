import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryProvider } from '@/components/ui/query-provider'
import { testPage } from '@/components/ui/test-page'
import type { PaletteEntry, PaletteResults } from '@/lib/insight/palette/schema'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { PaletteButton } from './palette-button'

const visited: string[] = []
stubPage({
  useRouter: () => ({ push: (address: string) => visited.push(address), refresh: () => undefined }),
})

const entries: PaletteEntry[] = [
  {
    key: 'action:newOrder',
    kind: 'action',
    label: 'New order',
    words: ['Novo pedido'],
    href: '/dashboard/orders?new=1',
  },
  { key: 'action:scheme', kind: 'action', label: 'Light or dark', words: ['tema'], switches: 'scheme' },
  { key: 'products', kind: 'page', label: 'Products', words: ['Produtos'], href: '/dashboard/products' },
  { key: 'expenses', kind: 'page', label: 'Expenses', words: ['Despesas'], href: '/dashboard/expenses' },
]
const order = {
  id: '0192d1b0-0000-7000-8000-0000000000aa',
  code: 'MSC-2026-000001',
  externalCode: '2611AAA',
  outletName: 'Loja',
  status: 'shipped',
  placedAt: '2026-11-20T12:00:00.000Z',
} as const
const product = { id: '0192d1b0-0000-7000-8000-0000000000bb', sku: '26-CUP', title: 'Cup', isArchived: false }

const requests: string[] = []
const kept: unknown[] = []
let fails = false
const answer = (data: unknown) =>
  ({ ok: true, status: 200, json: () => Promise.resolve({ ok: true, data }) }) as Response
beforeEach(() => {
  visited.length = requests.length = kept.length = 0
  fails = false
  localStorage.clear()
  window.matchMedia = () => Object.assign(new EventTarget(), { matches: false }) as MediaQueryList
  Element.prototype.scrollIntoView = () => undefined
  global.fetch = (input: RequestInfo | URL) => {
    const query = new URL(String(input), 'http://localhost').searchParams
    const text = query.get('q')
    if (text === null) return Promise.resolve(answer(entries))
    requests.push(text)
    if (fails) return Promise.reject(new Error('away'))
    const results: PaletteResults = text.startsWith('26')
      ? { orders: [order], products: [product] }
      : { orders: [], products: [] }
    return Promise.resolve(answer(results))
  }
})

async function openPalette() {
  render(
    <QueryProvider>
      <PaletteButton
        setPreferences={(preferences) => {
          kept.push(preferences)
          return Promise.resolve()
        }}
      />
    </QueryProvider>,
    { wrapper: testPage('en') },
  )
  screen.getByRole('button').focus()
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true })
  const input = await screen.findByRole('combobox')
  await screen.findByRole('option', { name: 'New order' })
  return { input }
}
const press = (key: string) => fireEvent.keyDown(screen.getByRole('combobox'), { key })
const isClosed = () => waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
const type = (text: string) => fireEvent.change(screen.getByRole('combobox'), { target: { value: text } })
const activeName = () => {
  const id = screen.getByRole('combobox').getAttribute('aria-activedescendant')
  const option = id ? document.getElementById(id) : null
  expect(option?.getAttribute('aria-selected')).toBe('true')
  return option?.textContent
}

test('Ctrl+K opens it with the input focused, Escape closes it and the focus returns', async () => {
  const { input } = await openPalette()
  expect(document.activeElement).toBe(input)
  press('Escape')
  await isClosed()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button')))
})

test('the arrows move through what is found, round its ends, and Enter opens it', async () => {
  await openPalette()
  expect(activeName()).toBe('New order')
  press('ArrowDown')
  expect(activeName()).toBe('Light or dark')
  press('ArrowUp')
  press('ArrowUp')
  expect(activeName()).toBe('Expenses')
  press('PageUp')
  expect(activeName()).toBe('New order')
  press('PageDown')
  press('Enter')
  expect(visited).toEqual(['/dashboard/expenses'])
  await isClosed()
})

test('pages are found at once by either language’s name, without asking the server', async () => {
  await openPalette()
  type('desp')
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Expenses'])
  expect(requests).toEqual([])
})

test('orders and products are asked for once typing pauses, and come first', async () => {
  await openPalette()
  for (const text of ['2', '26', '261', '2611']) type(text)
  await screen.findByRole('option', { name: /2611AAA/ })
  expect(requests).toEqual(['2611'])
  expect(activeName()).toContain('2611AAA')
  press('Enter')
  expect(visited).toEqual([`/dashboard/orders/${order.id}`])
  await isClosed()
})

test('a failure is shown, and can be retried', async () => {
  const { input } = await openPalette()
  fails = true
  type('2611')
  expect(await screen.findByRole('alert', undefined, { timeout: 5000 })).toBeTruthy()
  fails = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('option', { name: /2611AAA/ })
  expect(input).toBeTruthy()
})

test('the last choice comes first the next time, orders and products apart', async () => {
  await openPalette()
  type('products')
  press('Enter')
  expect(localStorage.getItem('palette-recent')).toBe('["products"]')
  await isClosed()
  fireEvent.keyDown(window, { key: 'k', metaKey: true })
  await screen.findByRole('combobox')
  expect(screen.getAllByRole('group')[0]!.textContent).toBe('Used latelyProducts')
  type('2611')
  await screen.findByRole('option', { name: /2611AAA/ })
  press('Enter')
  await isClosed()
  expect(localStorage.getItem('palette-recent')).toBe('["products"]')
})

test('switching the scheme keeps it on the account too', async () => {
  await openPalette()
  type('light')
  press('Enter')
  await isClosed()
  expect(kept).toEqual([{ colorScheme: 'dark' }])
  expect(document.documentElement.dataset.scheme).toBe('dark')
})
