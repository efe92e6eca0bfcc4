import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { testPage } from '@/components/ui/test-page'
import type { ChangeView } from '@/lib/money/prices/change-record'
import { ChangesCard } from './changes-card'
import { SendPrices } from './send-prices'

stubPage({ useRouter: () => ({ push: () => undefined, refresh: () => undefined }) })

const shops = [
  { id: 'a', name: 'Loja Norte' },
  { id: 'b', name: 'Casa & Cia' },
]
const refused = {
  listingId: 'x',
  title: 'Garrafa',
  variation: 'Azul',
  shopId: 'b',
  state: 'refused',
  text: 'Price is out of range.',
  wantedCents: 100n,
  thereCents: 90n,
}
const change = { id: 'c', createdAt: new Date(), total: 3, settled: 3, done: 2, problems: [refused] }

test('a refused price names its shop where there are several', () => {
  const list = { changes: [change as unknown as ChangeView], hasEarlier: false }
  const given = { list, earlierHref: '/x', timeZone: 'UTC', canSend: false }
  const { rerender } = render(<ChangesCard {...given} shops={shops} />, { wrapper: testPage('pt') })
  expect(screen.getByText('Garrafa · Azul · Casa & Cia')).toBeTruthy()
  rerender(<ChangesCard {...given} shops={shops.slice(1)} />)
  expect(screen.getByText('Garrafa · Azul')).toBeTruthy()
})

test('the button that sends every price says so, beside the one for those that are picked', () => {
  const month = { beforeCents: 0n, afterCents: 0n, unknown: 0 }
  const given = { query: '', count: 59, sumCents: 1n, month, day: '2026-12-01', today: '2026-12-01', doneHref: '/' }
  const { rerender } = render(<SendPrices {...given} listingIds={null} />, { wrapper: testPage('pt') })
  expect(screen.getByRole('button').textContent).toBe('Enviar todos os 59 preços')
  rerender(<SendPrices {...given} listingIds={['x']} count={48} />)
  expect(screen.getByRole('button').textContent).toBe('Enviar 48 preços')
})

test.each<[string, RegExp | null, string]>([
  ['2026-11-01', /taxas são as de 01\/11\/2026, um dia que já passou/, 'Enviar 1 preço'],
  ['2026-12-01', null, 'Enviar 1 preço'],
  ['2026-12-24', null, 'Enviar agora'],
])('prices by the fees of a day that has passed are sent with a warning (%s)', async (day, warning, sends) => {
  const month = { beforeCents: 0n, afterCents: 0n, unknown: 0 }
  const given = { query: '', count: 1, sumCents: 1n, month, day, today: '2026-12-01', doneHref: '/', listingIds: null }
  render(<SendPrices {...given} />, { wrapper: testPage('pt') })
  await act(async () => fireEvent.click(screen.getByRole('button')))
  const dialog = within(screen.getByRole('dialog'))
  expect(Boolean(dialog.queryByText(/já passou/))).toBe(warning !== null)
  if (warning) expect(dialog.getByText(warning)).toBeTruthy()
  expect(dialog.getByRole('button', { name: sends })).toBeTruthy()
})

test('earlier changes, and the way to undo them, are behind a link where there are any', () => {
  const given = { earlierHref: '/x', timeZone: 'UTC', canSend: false, shops }
  const changes = [change as unknown as ChangeView]
  const { rerender } = render(<ChangesCard {...given} list={{ changes, hasEarlier: true }} />, {
    wrapper: testPage('pt'),
  })
  expect(screen.getByRole('link', { name: 'Mostrar envios anteriores' }).getAttribute('href')).toBe('/x')
  rerender(<ChangesCard {...given} list={{ changes, hasEarlier: false }} />)
  expect(screen.queryByRole('link')).toBeNull()
})
