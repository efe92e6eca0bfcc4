import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { testPage } from '@/components/ui/test-page'
import type { ArchiveView } from '@/lib/insight/company-export/views'
import type { ExportProgress } from '@/lib/core/exports/schema'
import type { OwnershipView } from '@/lib/identity/organizations/views'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { ArchiveCard } from './archive-card'

const refresh = vi.fn()
const router = { refresh: () => refresh() }
stubPage({ useRouter: () => router, requestArchiveAction: async () => ({ ok: true, data: { exportId: 'B' } }) })

const at = new Date('2026-11-25T22:40:00Z')
const view = { name: 'Loja', hasPassword: true } as OwnershipView
const ready = { id: 'A', createdAt: new Date('2026-11-24T22:40:00Z'), expiresAt: at }
const archive: ArchiveView = { id: 'A', state: 'done', isOwn: true, errorCode: null, reference: null, ready }
const show = (changes: Partial<ArchiveView>) =>
  render(<ArchiveCard view={view} archive={{ ...archive, ...changes }} />, { wrapper: testPage() })

test.each([
  ['done', 'status', /até 25\/11.* ou menos se os dados de um comprador forem apagados a pedido/],
  ['expired', null, /ou menos quando os dados de um comprador são apagados a pedido/],
] as const)('the archive that is %s says that it may go before its term', (state, role, result) => {
  show({ state, ready: state === 'done' ? ready : null })
  const text = screen.getByText(result)
  if (role) expect(text.getAttribute('role')).toBe(role)
})

test.each([
  ['cancelled', /preparação foi cancelada/],
  ['failed', /não ficou pronto/],
  ['waiting', /Outro proprietário pediu/],
] as const)('an earlier archive can be downloaded while a later one is %s, and both are shown', (state, result) => {
  show({ id: 'B', state, isOwn: false })
  expect(screen.getByText(result)).toBeTruthy()
  expect(screen.getByText(/pedido em 24\/11.* até 25\/11/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Baixar' }).getAttribute('href')).toBe('/api/exports/A')
})

const never = new Promise(() => undefined)

/** The card while archive B is made: how far it is, and what asking for its download is answered with. */
function follow(changes: Partial<ArchiveView>, progress: Partial<ExportProgress>, check: Promise<unknown>) {
  globalThis.fetch = ((address: string) =>
    address.endsWith('?check')
      ? check
      : Promise.resolve({ ok: true, json: async () => ({ data: { drive: null, ...progress } }) })) as typeof fetch
  const client = new QueryClient()
  const card = (changed: Partial<ArchiveView>) => (
    <QueryClientProvider client={client}>
      <ArchiveCard view={{ ...view, hasPassword: false }} archive={{ ...archive, ...changed }} />
    </QueryClientProvider>
  )
  const { rerender } = render(card(changes), { wrapper: testPage() })
  return (changed: Partial<ArchiveView>) => rerender(card(changed))
}

test('while an archive is queued the page says that its turn comes, that one may go on, and where it appears', () => {
  follow({ id: 'B', state: 'waiting', ready: null }, { state: 'waiting', done: 0, total: null }, never)
  expect(screen.getByText(/uma exportação da empresa por vez/)).toBeTruthy()
  expect(screen.getByText(/Pode sair desta página.*aqui e em Exportações/)).toBeTruthy()
})

test('an existing archive is shown as the earlier one as soon as another is requested', async () => {
  follow({}, { state: 'waiting', done: 0, total: null }, never)
  expect(screen.getByText(/^Pronto\./)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Pedir de novo' }))
  await userEvent.click(screen.getByRole('button', { name: 'Preparar arquivo' }))
  expect(await screen.findByRole('progressbar')).toBeTruthy()
  expect(screen.queryByText(/^Pronto\./)).toBeNull()
  expect(screen.getByText(/O arquivo anterior, pedido em 24\/11/)).toBeTruthy()
})

test('a download that did not start by itself is still reported once the archive stands in the card', async () => {
  let answer: (result: unknown) => void = () => undefined
  const check = new Promise((resolve) => (answer = resolve))
  const change = follow({ id: 'B', state: 'waiting', ready: null }, { state: 'done', missing: 0 }, check)
  await screen.findByText('Arquivo pronto')
  expect(refresh).not.toHaveBeenCalled()
  await act(async () => answer({ ok: false, json: async () => ({ error: 'tooManyRequests' }) }))
  expect(refresh).toHaveBeenCalledTimes(1)
  change({ id: 'B', ready: { ...ready, id: 'B' } })
  expect(screen.queryByText('Arquivo pronto')).toBeNull()
  expect(screen.getByText(/^Pronto\./)).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toMatch(/Muitas tentativas/)
  expect(document.activeElement).toBe(document.body)
})
