import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { testPage } from '@/components/ui/test-page'
import type { BuyerMatches } from '@/lib/insight/privacy/schema'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { BuyerSearch } from './buyer-search'

let answer: BuyerMatches
stubPage({
  useRouter: () => ({ refresh: vi.fn() }),
  eraseBuyerAction: vi.fn(),
  findBuyersAction: async () => ({ ok: true, data: answer }),
})

const buyer = {
  orderId: 'A',
  code: 'A',
  orders: 1,
  codes: ['A'],
  byName: false,
  erasedAt: null,
  hindered: [],
  name: 'Maria Silva',
  username: null,
  city: null,
  state: null,
  placedAt: new Date('2026-11-06T01:00:00Z'),
}
async function find(query: string, buyerMatches: BuyerMatches) {
  answer = buyerMatches
  render(<BuyerSearch timeZone="America/Sao_Paulo" />, { wrapper: testPage() })
  await userEvent.clear(screen.getByRole('searchbox'))
  await userEvent.type(screen.getByRole('searchbox'), `${query}{Enter}`)
  return screen.getAllByRole('status')[0]!
}

test('where more buyers were found than are shown, it says so and how to find the others', async () => {
  expect((await find('maria', { buyers: [buyer], more: true })).textContent).toBe(
    'Mostrando 1 comprador. Há mais: digite mais do nome.',
  )
})

test('where all are shown nothing is said of more', async () => {
  expect((await find('maria', { buyers: [buyer], more: false })).textContent).toBe('')
})

test.each([
  ['Maria Li', true],
  ['Maria', false],
])('without a result the page names the words that are not searched, if there are any (%s)', async (query, result) => {
  const status = await find(query, { buyers: [], more: false })
  expect(status.textContent?.includes('Palavras de até duas letras')).toBe(result)
})

test('a long word that was looked for breaks within its card', async () => {
  const word = 'x'.repeat(200)
  const status = await find(word, { buyers: [], more: false })
  expect(status.firstElementChild).toHaveProperty('className', expect.stringContaining('wrap-anywhere'))
})

test('a text too short for a search is reported in the page’s language, and no request is sent', async () => {
  expect((await find('Li', { buyers: [buyer], more: false })).textContent).toBe('Digite ao menos 3 letras ou números.')
  expect(screen.queryByText('Maria Silva')).toBeNull()
  await userEvent.type(screen.getByRole('searchbox'), 'ma')
  expect(screen.getByRole('status').textContent).not.toContain('ao menos 3')
})

test('the way back leads to the results, requested again', async () => {
  await find('maria', { buyers: [buyer], more: false })
  cleanup()
  answer = { buyers: [{ ...buyer, name: 'Maria Souza' }], more: false }
  render(<BuyerSearch timeZone="America/Sao_Paulo" />, { wrapper: testPage() })
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'maria')
  expect(await screen.findByText('Maria Souza')).toBeTruthy()
})

test('namesakes are distinguished by their city and by the day of their order, as the company counts days', async () => {
  const elsewhere = { ...buyer, orderId: 'B', code: 'B', city: 'Santos', state: 'São Paulo' }
  await find('maria', { buyers: [buyer, elsewhere], more: false })
  const [one, other] = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(one).toContain('Abrir o pedido A, de 05/11/2026')
  expect(one).not.toContain('/ ')
  expect(other).toContain('Santos / São Paulo')
})
