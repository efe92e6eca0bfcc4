import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { testPage } from '@/components/ui/test-page'
import type { ActionResult } from '@/lib/core/errors'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { CloseButton } from './close-dialog'

const requests: unknown[] = []
let answer: (result: ActionResult<{ count: number }>) => void
stubPage({
  useRouter: () => ({ refresh: () => undefined }),
  closeMonthAction: (_: unknown, input: unknown) => {
    requests.push(input)
    return new Promise((resolve) => (answer = resolve))
  },
})
const of = { legalEntityId: '0192d1b0-0000-7000-8000-000000000001', month: '2026-09-01' }
const open = async (name: string) => {
  await userEvent.click(screen.getByRole('button', { name }))
  return screen.getByRole('dialog')
}
beforeEach(() => void (requests.length = 0))

test('several months are named before they are closed, and closed in one go', async () => {
  render(<CloseButton {...of} scope="until" from="2026-07-01" />, { wrapper: testPage() })
  const dialog = await open('Fechar tudo até set/2026')
  expect(dialog.textContent).toContain('Cada mês, de jul/2026 a set/2026, é fechado por si, em ordem.')
  await userEvent.click(screen.getByRole('button', { name: 'Fechar os meses' }))
  expect(requests).toEqual([{ ...of, note: '', scope: 'until' }])
  await act(async () => answer({ ok: true, data: { count: 3 } }))
})

test('the first month of the books says what it leaves out', async () => {
  render(<CloseButton {...of} scope="begin" />, { wrapper: testPage() })
  const dialog = await open('Começar o fechamento por set/2026')
  expect(dialog.textContent).toContain('Os anteriores ficam fora do fechamento')
})
