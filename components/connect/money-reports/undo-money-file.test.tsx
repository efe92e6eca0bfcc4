import { act, fireEvent, render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { UndoMoneyFile } from './undo-money-file'

const sent: unknown[] = []
stubPage({
  useRouter: () => ({ refresh: () => undefined }),
  previewMoneyUndoAction: async () => ({
    ok: true,
    data: { goes: 2, stays: 1, found: 0, closedMonths: ['2026-09-01'] },
  }),
  undoMoneyFileAction: async (_: unknown, input: unknown) => (sent.push(input), { ok: true, data: input }),
})

test.each([
  [
    'en',
    'See what goes',
    '2 rows go from A.',
    /^1 stays: another file says it too/,
    /Sep 2026 is closed/,
    'Take off 2 rows',
  ],
  [
    'pt',
    'Ver o que sai',
    '2 linhas saem de A.',
    /^1 fica: outro arquivo também a diz/,
    /set\/2026 está fechado/,
    'Tirar 2 linhas',
  ],
] as const)(
  'the rows that go, those that stay and closed months are shown before a file is taken back (%s)',
  async (language, look, goes, stays, closed, confirm) => {
    render(<UndoMoneyFile importId="i" shop={{ name: 'A' }} undo={null} />, { wrapper: testPage(language) })
    expect(screen.queryByRole('button', { name: confirm })).toBeNull()
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: look })))
    for (const text of [goes, stays, closed]) expect(screen.getByText(text)).toBeTruthy()
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: confirm })))
    expect(sent.splice(0)).toEqual([{ importId: 'i' }])
  },
)

test('one that was taken back says so, and is not offered again', () => {
  const undo = { state: 'done', undone: 2, total: 2 } as const
  render(<UndoMoneyFile importId="i" shop={{ name: 'A' }} undo={undo} />, { wrapper: testPage() })
  expect(screen.getByRole('status').textContent).toBe('2 linhas saíram desta loja.')
  expect(screen.queryByRole('button')).toBeNull()
})
