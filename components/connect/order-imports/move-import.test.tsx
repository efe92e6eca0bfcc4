import { act, fireEvent, render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { MoveImport } from './move-import'

stubPage({
  useRouter: () => ({ refresh: () => undefined }),
  moveImportAction: async () => ({ ok: true, data: { importId: 'i' } }),
  previewMoveAction: async () => ({
    ok: true,
    data: { moves: 2, platform: 0, case: 0, known: 0, closedMonths: ['2026-09-01', '2026-10-01'] },
  }),
})
test('a move that stopped half-way goes on to the same shop alone', async () => {
  const move = { state: 'failed', shopId: 'b', shopName: 'B', moved: 3, total: 9 } as const
  const others = ['b', 'c'].map((id) => ({ id, name: id.toUpperCase() }))
  render(<MoveImport importId="i" shop={{ id: 'a', name: 'A' }} others={others} move={move} />, {
    wrapper: testPage('en'),
  })
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['B'])
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'See what changes shop' })))
  const shown = screen.getByText('2 orders go from A to B.')
  // Its button is gone: the focus goes on to what it showed.
  expect(document.activeElement!.contains(shown)).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
})

const open = (language: 'pt' | 'en') =>
  render(<MoveImport importId="i" shop={{ id: 'a', name: 'A' }} others={[{ id: 'b', name: 'B' }]} move={null} />, {
    wrapper: testPage(language),
  })

test.each([
  ['en', 'Save another shop'],
  ['pt', 'Salvar outra loja'],
] as const)('a company with one shop is led to saving the right one (%s)', (language, name) => {
  render(<MoveImport importId="i" shop={{ id: 'a', name: 'A' }} others={[]} move={null} />, {
    wrapper: testPage(language),
  })
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/dashboard/shops?new=1')
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('once it moves the focus stays at the panel, while it moves and when it has moved', async () => {
  const { rerender } = open('en')
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'b' } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'See what changes shop' })))
  const button = screen.getByRole('button', { name: /^Move 2/ })
  button.focus()
  await act(async () => void fireEvent.click(button))
  for (const state of ['running', 'done'] as const) {
    const move = { state, shopId: 'b', shopName: 'B', moved: 2, total: 2 }
    rerender(<MoveImport importId="i" shop={{ id: 'a', name: 'A' }} others={[{ id: 'b', name: 'B' }]} move={move} />)
    expect(document.activeElement!.contains(screen.getByText(/B/, { selector: 'p, span' }))).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
  }
})

test.each([
  ['en', 'See what changes shop', /Sep 2026, Oct 2026 are closed and stay/],
  ['pt', 'Ver o que muda de loja', /set\/2026, out\/2026 estão fechados e ficam/],
] as const)('closed months that a move changes are named before it (%s)', async (language, look, text) => {
  open(language)
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'b' } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: look })))
  expect(screen.getByText(text)).toBeTruthy()
})
