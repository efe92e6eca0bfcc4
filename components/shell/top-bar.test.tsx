import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { QueryProvider } from '@/components/ui/query-provider'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { SidebarProvider } from './sidebar-state'
import { NoticesProvider } from '@/components/insight/notifications/notices-provider'
import { TopBar } from './top-bar'

stubPage({
  usePathname: () => '/dashboard',
  useRouter: () => ({ push: () => undefined, refresh: () => undefined }),
})

function bar(isSandbox: boolean) {
  render(
    <QueryProvider>
      <SidebarProvider initial="expanded">
        <NoticesProvider unread={0}>
          <TopBar
            isSandbox={isSandbox}
            email="ana@example.com"
            displayName="Ana"
            organizationName="Loja"
            avatarUrl={null}
            theme="emerald"
            scheme="system"
            showApis
            signOut={vi.fn()}
            setPreferences={vi.fn()}
          />
        </NoticesProvider>
      </SidebarProvider>
    </QueryProvider>,
    { wrapper: testPage('en') },
  )
}

test('every page says that the platform behind it is a sandbox', () => {
  bar(true)
  expect(screen.getByRole('button', { name: 'Sandbox: What the sandbox is' }).textContent).toBe('Sandbox')
})

test('nothing says so where the platform is the real one', () => {
  bar(false)
  expect(screen.queryByText('Sandbox')).toBeNull()
})
