import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { BuyerStanding } from '@/lib/privacy/schema'
import { BuyerActions } from './buyer-actions'

jest.mock('next/navigation', () => ({ useRouter: () => ({ refresh: jest.fn() }) }))
jest.mock('@/lib/privacy/actions', () => ({ eraseBuyerAction: jest.fn() }))

const standing: BuyerStanding = {
  ...{ orderId: 'A', code: 'MA-1', orders: 3, codes: ['MA-3'], byName: true, erasedAt: null, hindered: [] },
}
const linksOf = (changes: Partial<BuyerStanding>) => {
  render(<BuyerActions standing={{ ...standing, ...changes }} who="Ana" />, { wrapper: testPage() })
  return screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
}

test('of a name that several sales carry, the one order is offered first, and all of them as another choice', () => {
  expect(linksOf({})).toEqual([
    ['Baixar só o pedido MA-1', '/api/privacy/buyers/A?only=this'],
    ['Baixar as 3 vendas com este nome', '/api/privacy/buyers/A'],
  ])
  expect(screen.getByText(/Confira se são todas da mesma pessoa/)).toBeTruthy()
})

test.each([{ byName: false }, { orders: 1 }])(
  'where nobody else can be meant there is one download (%j)',
  (changes) => {
    expect(linksOf(changes)).toEqual([['Baixar dados do comprador', '/api/privacy/buyers/A']])
  },
)
