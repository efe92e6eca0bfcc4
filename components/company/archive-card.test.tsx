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
const archive: ArchiveView = {
  ...{ id: 'A', state: 'done', isOwn: true, createdAt: at, expiresAt: at, errorCode: null, reference: null },
}

test.each([
  ['done', 'status', /até 25\/11.* ou menos se os dados de um comprador forem apagados a pedido/],
  ['expired', null, /ou menos quando os dados de um comprador são apagados a pedido/],
] as const)('the archive that is %s says that it may go before its term', (state, role, told) => {
  render(<ArchiveCard view={view} archive={{ ...archive, state, expiresAt: state === 'done' ? at : null }} />, {
    wrapper: testPage(),
  })
  if (role) expect(screen.getByRole(role).textContent).toMatch(told)
  else expect(screen.getByText(told)).toBeTruthy()
})
