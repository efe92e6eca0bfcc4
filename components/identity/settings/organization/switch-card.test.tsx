import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { testPage } from '@/components/ui/test-page'
import type { ActionResult } from '@/lib/core/errors'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { ProductivityCard } from './productivity-card'
import { SecondFactorCard } from './second-factor-card'

const asked: { what: string; input: unknown; answer: (result: ActionResult<null>) => void }[] = []
const action = (what: string) => (_: object, input: unknown) =>
  new Promise((answer) => asked.push({ what, input, answer }))
stubPage({
  useRouter: () => ({ refresh: () => undefined }),
  setProductivityAction: action('productivity'),
  requireSecondFactorAction: action('second factor'),
})
const Page = testPage()
beforeEach(() => {
  asked.length = 0
  // The changes that stood in the way.
  vi.stubGlobal('fetch', async () => Response.json({ ok: true, data: [] }))
})

test.each([
  ['productivity', ProductivityCard],
  ['second factor', SecondFactorCard],
] as const)(
  'the switch of %s sends its setting once, and one that could not be changed says why and goes back',
  async (what, Card) => {
    render(
      <Page>
        <QueryClientProvider client={new QueryClient()}>
          <Card on={false} version={3} />
        </QueryClientProvider>
      </Page>,
    )
    const control = screen.getByRole<HTMLInputElement>('switch')
    await userEvent.click(control)
    await userEvent.click(control)
    expect(asked.map(({ what: one, input }) => [one, input])).toEqual([[what, { version: 3, on: true }]])
    expect(control.checked).toBe(true)
    await act(async () => asked[0]!.answer({ ok: false, error: 'staleVersion' }))
    expect(control.checked).toBe(false)
    expect(screen.getByRole('alert').textContent).toContain('Outra pessoa alterou este registro')
  },
)
