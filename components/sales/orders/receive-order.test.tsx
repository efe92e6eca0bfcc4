import { act, fireEvent, render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { ReceiveOrder } from './receive-order'

const requests: unknown[] = []
stubPage({
  useRouter: () => ({ refresh: () => undefined }),
  receiveOrderAction: async (_: unknown, input: unknown) => (requests.push(input), { ok: true, data: { version: 3 } }),
})

const away = [
  { productId: 'a', sku: 'GAR', title: 'Garrafa', units: 4 },
  { productId: 'b', sku: 'POTE', title: 'Pote', units: 1 },
]
const type = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } })
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Lançar recebimento' })

beforeEach(async () => {
  requests.length = 0
  await act(async () => void render(<ReceiveOrder id="o" version={2} away={away} />, { wrapper: testPage('pt') }))
})

test('every product is shown before it is sent; units neither good nor damaged count as missing', async () => {
  type('Boas: GAR', '2')
  type('Avariadas: GAR', '1')
  expect(save().disabled).toBe(true)
  type('Boas: POTE', '0')
  await act(async () => void fireEvent.click(save()))
  expect(requests).toEqual([
    {
      id: 'o',
      version: 2,
      lines: [
        { productId: 'a', sellable: 2, damaged: 1, missing: 1 },
        { productId: 'b', sellable: 0, damaged: 0, missing: 1 },
      ],
    },
  ])
})

test('more than the remainder is reported at its fields and not sent', () => {
  fireEvent.click(screen.getByRole('button', { name: 'Voltou tudo bom' }))
  expect(save().disabled).toBe(false)
  type('Avariadas: GAR', '1')
  expect(screen.getByLabelText('Avariadas: GAR').getAttribute('aria-invalid')).toBe('true')
  expect(save().disabled).toBe(true)
})
