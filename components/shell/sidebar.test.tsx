import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import messages from '@/messages/pt-BR.json'
import type { EntryKey } from './navigation'
import { listEntryKeys } from './navigation-rights'
import { SidebarNav } from './sidebar-nav'
import { SidebarProvider, useSidebar } from './sidebar-state'

let pathname = '/dashboard'
stubPage({ usePathname: () => pathname, useRouter: () => ({ refresh: vi.fn() }) })

let width = 1280
const cookies: string[] = []

beforeEach(() => {
  pathname = '/dashboard'
  width = 1280
  cookies.length = 0
  window.matchMedia = ((query: string) => ({
    matches: width < Number(/(\d+)px/.exec(query)?.[1]),
  })) as typeof window.matchMedia
  vi.spyOn(document, 'cookie', 'set').mockImplementation((cookie) => void cookies.push(cookie))
})
afterEach(() => vi.restoreAllMocks())

function State() {
  const { state, drawerOpen } = useSidebar()
  return (
    <>
      <output>{`${state} ${drawerOpen ? 'drawer' : 'no drawer'}`}</output>
      <textarea />
      <input type="search" />
    </>
  )
}

function renderSidebar(allowed: readonly EntryKey[] = listEntryKeys('owner'), companyOpen = true) {
  return render(
    <NextIntlClientProvider locale="pt" messages={messages}>
      <SidebarProvider initial="expanded">
        <SidebarNav allowed={allowed} companyOpen={companyOpen} />
        <State />
      </SidebarProvider>
    </NextIntlClientProvider>,
  )
}

describe('the sidebar', () => {
  test.each(['{Control>}b{/Control}', '{Meta>}b{/Meta}'])(
    '%s collapses it and keeps that for seven days',
    async (keys) => {
      renderSidebar()
      await userEvent.keyboard(keys)
      expect(screen.getByRole('status').textContent).toBe('collapsed no drawer')
      expect(cookies).toEqual(['sidebar=collapsed; path=/; max-age=604800; samesite=lax'])
      await userEvent.keyboard(keys)
      expect(screen.getByRole('status').textContent).toBe('expanded no drawer')
      expect(cookies.at(-1)).toMatch(/^sidebar=expanded/)
    },
  )

  test('the shortcut opens the drawer under 768 pixels and leaves the cookie alone', async () => {
    width = 767
    renderSidebar()
    await userEvent.keyboard('{Control>}b{/Control}')
    expect(screen.getByRole('status').textContent).toBe('expanded drawer')
    expect(cookies).toEqual([])
  })

  test('the shortcut means nothing while someone writes a text, and works from a search', async () => {
    renderSidebar()
    await userEvent.click(screen.getByRole('textbox'))
    await userEvent.keyboard('{Control>}b{/Control}')
    expect(screen.getByRole('status').textContent).toBe('expanded no drawer')
    await userEvent.click(screen.getByRole('searchbox'))
    await userEvent.keyboard('{Control>}b{/Control}')
    expect(screen.getByRole('status').textContent).toBe('collapsed no drawer')
  })

  test('only the page that one is on, or is under, is marked as current', () => {
    pathname = '/dashboard/minha-empresa/pedidos/261104QK82LMZ7'
    renderSidebar()
    const current = screen.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'))
    expect(current.map((link) => link.getAttribute('href'))).toEqual(['/dashboard/minha-empresa/pedidos'])
  })

  test.each([
    ['/dashboard/orders', 'pedidos'],
    ['/dashboard/orders/import/0195d1f0', 'pedidos'],
    ['/dashboard/products/new', 'produtos'],
    ['/dashboard/expenses', 'despesas'],
  ])('%s, where the work is done meanwhile, marks %s of Minha Empresa', (path, entry) => {
    pathname = path
    renderSidebar()
    const current = screen.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'))
    expect(current.map((link) => link.getAttribute('href'))).toEqual([`/dashboard/minha-empresa/${entry}`])
  })

  test('Minha Empresa is open at first, folds, and its heading leads to the hub', async () => {
    renderSidebar()
    expect(screen.getByRole('link', { name: 'Minha Empresa' }).getAttribute('href')).toBe(
      '/dashboard/minha-empresa/hub',
    )
    expect(screen.getByRole('link', { name: 'Painel' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Fechar o grupo Minha Empresa' }))
    expect(screen.queryByRole('link', { name: 'Painel' })).toBeNull()
    expect(cookies).toEqual(['sidebar-company=closed; path=/; max-age=604800; samesite=lax'])
  })

  test('an operator sees no entry that an operator may not open', () => {
    renderSidebar(listEntryKeys('operator'))
    const names = within(screen.getByRole('navigation'))
      .getAllByRole('link')
      .map((link) => link.textContent)
    expect(names).toEqual([
      'Dashboard',
      'Assistente IA',
      'Assistente Manus',
      'Minha Empresa',
      'Análises',
      'Produtos (estoque)',
      'Mapeamento de produtos',
      'Pedidos',
      'Lojas',
      'Central Shopee',
    ])
  })
})
