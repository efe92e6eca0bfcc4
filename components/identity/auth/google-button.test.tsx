import { act, fireEvent, render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { ActionResult } from '@/lib/core/errors'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { GoogleButton } from './google-button'

const requests: unknown[] = []
let answer: ActionResult<{ to: string }>
stubPage({
  useRouter: () => ({ refresh: () => undefined }),
  startGoogleAction: async (input: unknown) => {
    requests.push(input)
    return answer
  },
})

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

beforeEach(() => void (requests.length = 0))

test.each([
  ['pt', 'Continuar com Google'],
  ['en', 'Continue with Google'],
] as const)('without keys it names the missing ones, and sends no request (%s)', async (language, name) => {
  render(<GoogleButton available={false} />, { wrapper: testPage(language) })
  await press(name)
  expect(screen.getByRole('status').textContent).toMatch(/GOOGLE_CLIENT_ID.*GOOGLE_CLIENT_SECRET/)
  expect(requests).toEqual([])
})

test('a failure before Google is shown beside the button, which can be pressed again', async () => {
  answer = { ok: false, error: 'googleUnreachable' }
  render(<GoogleButton available callbackUrl="/dashboard/orders" />, { wrapper: testPage() })
  await press('Continuar com Google')
  expect(screen.getByRole('alert').textContent).toContain('O Google não respondeu')
  await press('Continuar com Google')
  expect(requests).toEqual([{ callbackUrl: '/dashboard/orders' }, { callbackUrl: '/dashboard/orders' }])
})
