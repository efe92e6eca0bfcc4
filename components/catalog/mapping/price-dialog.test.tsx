import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { MappingLine } from '@/lib/catalog/mapping/views'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { PriceDialog } from './price-dialog'

const requests: unknown[] = []
let answer: object = { ok: true, data: {} }
stubPage({
  useRouter: () => ({ refresh: () => undefined }),
  setListingPriceAction: async (_: unknown, input: unknown) => (requests.push(input), answer),
})

const row = {
  id: '0192d1b0-0000-7000-8000-000000000009',
  priceCents: 7_990n,
  originalCents: 9_990n,
  hasPromotion: true,
  isPriceOurs: true,
  wishCents: null,
  wishError: null,
  wishText: null,
} as MappingLine

const open = (more: Partial<MappingLine> = {}) =>
  act(
    async () =>
      void render(<PriceDialog open onClose={() => undefined} row={{ ...row, ...more }} name="Caneca" />, {
        wrapper: testPage('en'),
      }),
  )
const field = () => screen.getByRole('textbox', { name: /New price without promotion/ })
const send = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send to Shopee' })))

beforeEach(() => {
  requests.length = 0
  answer = { ok: true, data: {} }
})

test('the price before promotions is sent, and the promotion’s is named as the one that holds', async () => {
  await open()
  expect(screen.getByText(/A promotion is running on this listing: its price holds/)).toBeTruthy()
  expect((field() as HTMLInputElement).value).toBe('99.90')
  fireEvent.change(field(), { target: { value: '105.00' } })
  await send()
  expect(requests).toEqual([{ listingId: row.id, priceCents: 10_500n }])
})

test('the platform’s refusal stands at the field until another price is typed', async () => {
  await open({ wishCents: 10_500n, wishError: 'businessRefused', wishText: 'price is locked' })
  const refusal = /R\$105\.00 was not accepted\. Shopee refused\. price is locked/
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText(refusal)).toBeTruthy()
  fireEvent.change(field(), { target: { value: '100.00' } })
  expect(screen.queryByText(refusal)).toBeNull()
})

test('a price that the platform has not confirmed, or that waits for it, is not called refused', async () => {
  await open({ wishCents: 10_500n, wishError: 'outcomeUnknown' })
  expect(screen.getByText(/R\$105\.00 not confirmed\. Shopee did not confirm/)).toBeTruthy()
  cleanup()
  await open({ wishCents: 10_500n, wishError: 'dailyLimit' })
  expect(screen.getByText(/R\$105\.00 on its way\. The day.s limit/)).toBeTruthy()
})

test('Mascate’s refusal stands at the field too', async () => {
  answer = { ok: false, error: 'shopNotConnected' }
  await open()
  await send()
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText(/This shop is not connected/)).toBeTruthy()
})

test('where another system sets the prices there is no field, and the way to change that', async () => {
  await open({ isPriceOurs: false })
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole('link', { name: 'Open Shops' })).toBeTruthy()
})
