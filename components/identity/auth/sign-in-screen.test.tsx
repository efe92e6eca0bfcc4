import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { SignInScreen } from './sign-in-screen'

stubPage({ useRouter: () => ({ refresh: vi.fn() }), startGoogleAction: vi.fn(), signInAction: vi.fn() })

const noticesOf = (done?: string | string[]) => {
  const { container, unmount } = render(<SignInScreen done={done} hasGoogle={false} />, { wrapper: testPage() })
  const notices = screen.queryAllByRole('status').flatMap(({ textContent }) => textContent || [])
  const text = container.textContent
  unmount()
  return { notices, text }
}

test('a user who deleted their account sees that, and no welcome back', () => {
  const { notices, text } = noticesOf('erased')
  expect(notices).toEqual(['Sua conta foi apagada.'])
  expect(text).not.toContain('Que bom ter você de volta')
})

test('a new password is announced; without one there is no message', () => {
  expect(noticesOf('reset').notices).toEqual(['Senha trocada. Entre com a nova senha.'])
  for (const done of [undefined, 'toString', ['erased', 'erased']]) expect(noticesOf(done).notices).toEqual([])
})
