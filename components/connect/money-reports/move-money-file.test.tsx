import { act, fireEvent, render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { MoveMoneyFile } from './move-money-file'

stubPage({
  useRouter: () => ({ refresh: () => undefined }),
  previewMoneyMoveAction: async () => ({ ok: true, data: { moves: 2, stays: 1, closedMonths: ['2026-09-01'] } }),
})

test.each([
  ['en', 'See what changes shop', '2 rows go from A to B.', /^1 stays/, /Sep 2026 is closed/, 'Move 2 rows'],
  [
    'pt',
    'Ver o que muda de loja',
    '2 linhas mudam de A para B.',
    /^1 fica/,
    /set\/2026 está fechado/,
    'Mover 2 linhas',
  ],
] as const)(
  'the rows that move, those that stay and closed months are shown before the move (%s)',
  async (...shown) => {
    const [language, look, moves, stays, closed, confirm] = shown
    const [shop, other] = [
      { id: 'a', name: 'A' },
      { id: 'b', name: 'B' },
    ]
    render(<MoveMoneyFile importId="i" shop={shop} others={[other]} move={null} />, { wrapper: testPage(language) })
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'b' } })
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: look })))
    for (const text of [moves, stays, closed]) expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByRole('button', { name: confirm })).toBeTruthy()
  },
)
