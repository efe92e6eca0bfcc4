import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { testPage } from '@/components/ui/test-page'
import type { BuyerErasure } from '@/lib/insight/privacy/schema'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { BuyerActions } from './buyer-actions'

stubPage({ useRouter: () => ({ refresh: vi.fn() }), eraseBuyerAction: async () => ({ ok: true, data: { orders: 1 } }) })

const erasure: BuyerErasure = {
  orderId: 'A',
  code: 'MA-1',
  orders: 3,
  codes: ['MA-3'],
  byName: true,
  erasedAt: null,
  hindered: [],
}
const linksOf = (changes: Partial<BuyerErasure>) => {
  render(<BuyerActions erasure={{ ...erasure, ...changes }} who="Ana" />, { wrapper: testPage() })
  return screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
}

test('with a name that several sales carry, the one order is offered first, and all of them as another choice', () => {
  expect(linksOf({})).toEqual([
    ['Baixar só o pedido MA-1', '/api/privacy/buyers/A?only=this'],
    ['Baixar as 3 vendas com este nome', '/api/privacy/buyers/A'],
  ])
  expect(screen.getByText(/Confira se são todas da mesma pessoa/)).toBeTruthy()
})

test.each([{ byName: false }, { orders: 1 }])('without a namesake there is one download (%j)', (changes) => {
  expect(linksOf(changes)).toEqual([['Baixar dados do comprador', '/api/privacy/buyers/A']])
})

test('the focus stays in place after an erasure, though the button is gone with the buyer', async () => {
  const actions = (orders: number) => <BuyerActions erasure={{ ...erasure, byName: false, orders }} who="Ana" />
  const { rerender } = await act(async () => render(actions(1), { wrapper: testPage() }))
  await userEvent.click(screen.getByRole('button', { name: 'Apagar dados…' }))
  await userEvent.click(screen.getByRole('button', { name: 'Apagar dados' }))
  await act(async () => rerender(actions(0)))
  expect(screen.queryByRole('button', { name: 'Apagar dados…' })).toBeNull()
  expect(document.activeElement?.contains(screen.getByRole('link'))).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
})
