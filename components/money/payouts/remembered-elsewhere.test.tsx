import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SignInForm } from '@/components/identity/auth/sign-in-form'
import { UserMenu } from '@/components/shell/user-menu'
import { testPage } from '@/components/ui/test-page'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { keepElsewhere, readElsewhere } from './remembered-elsewhere'

vi.mock('@/components/identity/auth/leave-page', () => ({ leavePage: () => undefined }))
stubPage({ useRouter: () => ({ refresh: () => undefined }) })

const ana = { userId: 'ana', organizationId: 'loja' }

beforeEach(() => localStorage.clear())

test('the amount is of one member of one company', () => {
  keepElsewhere(ana, 5_000n)
  expect(readElsewhere(ana)).toBe(5_000n)
  expect(readElsewhere({ ...ana, userId: 'bia' })).toBe(0n)
  expect(readElsewhere({ ...ana, organizationId: 'outra' })).toBe(0n)
})

test('signing out leaves no amount behind, and what else the device keeps stays', async () => {
  keepElsewhere(ana, 5_000n)
  localStorage.setItem('elsewhere:loja', '700')
  localStorage.setItem('theme', 'emerald')
  const signOut = () => Promise.resolve({ ok: true })
  render(
    <UserMenu
      email="ana@exemplo.com"
      displayName=""
      organizationName="Loja"
      avatarUrl={null}
      showApis={false}
      theme="emerald"
      scheme="system"
      signOut={signOut}
      setPreferences={() => Promise.resolve()}
    />,
    { wrapper: testPage() },
  )
  fireEvent(document.querySelector('#user-menu')!, new Event('beforetoggle'))
  await userEvent.click(screen.getByRole('button', { name: 'Sair' }))
  await waitFor(() => expect(Object.keys(localStorage).join()).not.toContain('elsewhere'))
  expect(localStorage.getItem('theme')).toBe('emerald')
})

test('a session that ended by itself has left none once somebody is to sign in', () => {
  keepElsewhere(ana, 5_000n)
  render(<SignInForm />, { wrapper: testPage() })
  expect(readElsewhere(ana)).toBe(0n)
})
