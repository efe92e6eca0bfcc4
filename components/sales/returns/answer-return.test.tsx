import { act, fireEvent, render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { ReturnView } from '@/lib/sales/returns/views'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { AnswerReturn } from './answer-return'

stubPage({
  useRouter: () => ({ refresh: () => undefined }),
  answerReturnAction: async () => ({ ok: true, data: {} }),
  listDisputeReasonsAction: async () => ({ ok: true, data: { reasons: [] } }),
})

const back = {
  id: '0192d1b0-0000-7000-8000-000000000009',
  version: 1,
  orderCode: '261121ABC',
  number: '2611210001',
  kind: 'refund_only',
  state: 'open',
  refundCents: 18_990n,
  buyerOffersCents: null,
  offersLeft: 2,
  canAnswer: true,
  waitsForBuyer: false,
  items: [],
  evidence: [],
  packed: null,
} as unknown as ReturnView

test('an offer over the refund is reported at its field and never sent, and the confirmation names the amount', async () => {
  await act(async () => void render(<AnswerReturn back={back} />, { wrapper: testPage('en') }))
  await act(async () => void fireEvent.click(screen.getByRole('radio', { name: 'Make an offer' })))
  const amount = screen.getByRole('textbox', { name: /Refund offered/ })
  const send = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send offer' })))
  fireEvent.change(amount, { target: { value: '99999.99' } })
  await send()
  expect(screen.getByText(/An offer can be at most R\$189.90/)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.change(amount, { target: { value: '100.00' } })
  await send()
  expect(screen.getByText('Offer R$100.00 for order 261121ABC?')).toBeTruthy()
})
