import { act, fireEvent, render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { CancelItems } from './cancel-items'

const requests: unknown[] = []
stubPage({
  useRouter: () => ({ refresh: () => undefined }),
  cancelItemsAction: async (_: unknown, input: unknown) => (requests.push(input), { ok: true, data: { orderId: 'o' } }),
})

const item = (line: number, title: string, quantity: number) => ({ line, title, quantity, sku: title, variation: null })
const order = {
  id: 'o',
  platform: 'manual' as const,
  sellerDiscountCents: 100n,
  items: [item(1, 'Garrafa', 3), item(2, 'Pote', 1)],
}
const type = (title: string, value: string) =>
  fireEvent.change(screen.getByLabelText(`Cancelar de ${title}`), { target: { value } })
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Cancelar (\d+ )?unidades?$/ })

beforeEach(async () => {
  requests.length = 0
  await act(async () => void render(<CancelItems order={order} code="P1" />, { wrapper: testPage('pt') }))
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Cancelar itens' })))
})

test('the request names the line, its seen state and the cancelled quantity', async () => {
  expect(submit().disabled).toBe(true)
  type('Garrafa', '2')
  expect(screen.getByText('Fica 1 unidade no pedido', { selector: 'li:first-child output' })).toBeDefined()
  await act(async () => void fireEvent.click(submit()))
  expect(requests).toEqual([{ id: 'o', lines: [{ line: 1, quantity: 3, cancelled: 2 }] }])
})

test('more than there is, or all there is, is not sent', () => {
  type('Garrafa', '4')
  expect(submit().disabled).toBe(true)
  type('Garrafa', '3')
  type('Pote', '1')
  expect(submit().disabled).toBe(true)
  expect(screen.getByText(/cancelamento do pedido inteiro/)).toBeDefined()
})
