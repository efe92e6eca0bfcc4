import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { testPage } from '@/components/ui/test-page'
import type { BuyerErasure } from '@/lib/insight/privacy/schema'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { EraseBuyerDialog } from './erase-buyer-dialog'

let answer: object
const refresh = vi.fn()
stubPage({ useRouter: () => ({ refresh: () => refresh() }), eraseBuyerAction: async () => answer })

const erasure: BuyerErasure = {
  orderId: 'A',
  code: 'A',
  orders: 1,
  codes: ['A'],
  byName: false,
  erasedAt: null,
  hindered: [],
}
const closed: string[] = []
async function erase(stillNamed?: object) {
  closed.length = 0
  answer = { ok: true, data: { orders: 1, ...(stillNamed && { stillNamed }) } }
  const dialog = (who: string) => (
    <EraseBuyerDialog
      erasure={erasure}
      who={who}
      onErased={() => closed.push('erased')}
      onClose={() => closed.push('closed')}
    />
  )
  const { rerender } = await act(async () => render(dialog('Nota Fiscal'), { wrapper: testPage('en') }))
  await userEvent.click(screen.getByRole('button', { name: 'Erase data' }))
  // The page that is asked for again knows of no name.
  await act(async () => rerender(dialog('')))
}

test('after the erasure of a buyer with a common name the page lists whose it was and where it still stands, until it is closed', async () => {
  await erase({ bank: 340, conversations: 1 })
  const dialog = screen.getByRole('dialog', { name: 'Erased. Check these texts' })
  expect(dialog.textContent).toContain('(Nota Fiscal)')
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['340 entries of the bank statement', '1 question to the assistant or title of a conversation'])
  expect(closed).toEqual([])
  await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1)!)
  expect(closed).toEqual(['closed', 'erased'])
})

test('where nothing is left the dialog closes at once', async () => {
  await erase()
  expect(closed).toEqual(['closed', 'erased'])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  [true, /conversations and drafts that hold this name/, 'What stays, and why'],
  [false, /conversations and drafts that name the buyer/, 'What goes'],
])(
  'that what others said of a buyer goes is promised only where it is looked for (by name alone: %s)',
  async (byName, result, title) => {
    const dialog = <EraseBuyerDialog erasure={{ ...erasure, byName }} who="Ana" onClose={vi.fn()} />
    await act(async () => render(dialog, { wrapper: testPage('en') }))
    const about = screen.getByText(result)
    expect(about.previousElementSibling?.textContent).toBe(title)
    expect(screen.getAllByText(/conversations and drafts/)).toEqual([about])
  },
)

test('the reason that blocks an erasure is shown as soon as it is chosen, and cannot be requested', async () => {
  const hindered = [{ code: 'B', why: 'toShip' as const }]
  const several = { ...erasure, byName: true, orders: 2, codes: ['B', 'A'], hindered }
  const dialog = <EraseBuyerDialog erasure={several} who="Ana" onClose={vi.fn()} />
  await act(async () => render(dialog, { wrapper: testPage('en') }))
  const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Erase data' })
  expect(confirm().disabled).toBe(false)
  await userEvent.click(screen.getByRole('radio', { name: 'The 2 sales under this name' }))
  expect(screen.getByText('Order B: still to be shipped')).toBeTruthy()
  expect(confirm().disabled).toBe(true)
})
