import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { ArchiveView } from '@/lib/company-archive/views'
import type { OwnershipView } from '@/lib/organizations/views'
import { ArchiveCard } from './archive-card'

jest.mock('next/navigation', () => ({ useRouter: () => ({ refresh: jest.fn() }) }))
jest.mock('@/lib/company-archive/actions', () => ({ takeAlongAction: jest.fn() }))
jest.mock('@/lib/exports/actions', () => ({}))

const at = new Date('2026-11-25T22:40:00Z')
const view = { name: 'Loja', hasPassword: true } as OwnershipView
const ready = { id: 'A', createdAt: new Date('2026-11-24T22:40:00Z'), expiresAt: at }
const archive: ArchiveView = { id: 'A', state: 'done', isOwn: true, errorCode: null, reference: null, ready }
const show = (changes: Partial<ArchiveView>) =>
  render(<ArchiveCard view={view} archive={{ ...archive, ...changes }} />, { wrapper: testPage() })

test.each([
  ['done', 'status', /até 25\/11.* ou menos se os dados de um comprador forem apagados a pedido/],
  ['expired', null, /ou menos quando os dados de um comprador são apagados a pedido/],
] as const)('the archive that is %s says that it may go before its term', (state, role, told) => {
  show({ state, ready: state === 'done' ? ready : null })
  const text = screen.getByText(told)
  if (role) expect(text.getAttribute('role')).toBe(role)
})

test.each([
  ['cancelled', /preparação foi cancelada/],
  ['failed', /não ficou pronto/],
  ['waiting', /Outro proprietário pediu/],
] as const)('the archive of before can be fetched while a later one is %s, and both are told of', (state, told) => {
  show({ id: 'B', state, isOwn: false })
  expect(screen.getByText(told)).toBeTruthy()
  expect(screen.getByText(/pedido em 24\/11.* até 25\/11/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Baixar' }).getAttribute('href')).toBe('/api/exports/A')
})

test('whoever waits for an archive reads that its turn comes, that they may go on, and where it appears', () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ArchiveCard view={view} archive={{ ...archive, id: 'B', state: 'waiting', ready: null }} />
    </QueryClientProvider>,
    { wrapper: testPage() },
  )
  expect(screen.getByText(/uma exportação da empresa por vez/)).toBeTruthy()
  expect(screen.getByText(/Pode sair desta página.*aqui e em Exportações/)).toBeTruthy()
})
