import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { testPage } from '@/components/ui/test-page'
import type { ActionResult } from '@/lib/core/errors'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { FillSkus } from './fill-skus'

const requests: unknown[] = []
let answer: (result: ActionResult<null>) => void
stubPage({
  useRouter: () => ({ refresh: () => undefined }),
  fillSkusAction: (_: unknown, input: unknown) => {
    requests.push(input)
    return new Promise((resolve) => (answer = resolve))
  },
})
const draft = { blank: 2, fillBlank: false, twins: 3, joinSame: false, ids: 0, keepIds: false }
const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^Dar a 2 anúncios/ })

beforeEach(() => requests.splice(0))

test('a choice for many listings is ticked at once, stays until the page shows it, and goes back where it was refused', async () => {
  const { rerender } = render(<FillSkus runId="r" draft={draft} shown="open" />, { wrapper: testPage() })
  await userEvent.click(box())
  expect(requests).toEqual([{ runId: 'r', fillBlank: true }])
  expect([box().checked, box().disabled]).toEqual([true, true])
  await act(async () => answer({ ok: true, data: null }))
  expect(box().checked).toBe(true)
  rerender(<FillSkus runId="r" draft={{ ...draft, fillBlank: true }} shown="open" />)
  await userEvent.click(box())
  expect(box().checked).toBe(false)
  await act(async () => answer({ ok: false, error: 'unexpected' }))
  expect(box().checked).toBe(true)
})
