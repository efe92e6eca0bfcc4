import { fireEvent, render, screen, within } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { UrgentOrder } from '@/lib/sales/dispatch/urgent'
import type { DispatchList } from '@/lib/sales/dispatch/views'
import type { Language } from '@/lib/core/language'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { UrgentCard } from './urgent-card'

stubPage({ useRouter: () => ({ refresh: () => undefined }) })

const now = new Date('2026-11-27T12:00:00Z')
const cancels = (hours: number, more: Partial<UrgentOrder> = {}): UrgentOrder => ({
  id: `o${hours}`,
  code: `P${hours}`,
  shopName: 'Loja',
  kind: 'platformCancels',
  text: null,
  toArrange: true,
  at: new Date(now.getTime() + hours * 3_600_000),
  ...more,
})
const show = (urgent: UrgentOrder[], language: Language = 'pt') => {
  const list = { urgent, now, today: '2026-11-27', canDecide: true, canShip: true } as unknown as DispatchList
  render(<UrgentCard list={list} timeZone="America/Sao_Paulo" />, { wrapper: testPage(language) })
}

test.each<[Language, number, RegExp]>([
  ['pt', 5, /a Shopee cancela o primeiro em cerca de 5 horas/],
  ['pt', 60, /em cerca de 2 dias/],
  ['pt', -1, /a qualquer momento/],
  ['en', 5, /Shopee cancels the first in about 5 hours/],
  ['en', 60, /in about 2 days/],
  ['en', -1, /at any moment/],
])('an order that the platform will cancel by itself is counted down (%s, %i h)', (language, hours, words) => {
  show([cancels(hours)], language)
  expect(screen.getByText(words)).toBeTruthy()
})

test('orders of one kind are one line with one action for those that can be arranged; their codes are behind it', () => {
  const orders = Array.from({ length: 9 }, (_, index) => cancels(index + 1, { toArrange: index >= 4 }))
  show(orders)
  expect(screen.getAllByText('9 pacotes que ninguém bipou')).not.toHaveLength(0)
  expect(screen.getByRole('button', { name: 'Organizar 5 envios' })).toBeTruthy()
  expect(screen.queryAllByRole('link')).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Ver 9 pedidos' }))
  expect(screen.getAllByRole('link', { name: /^P\d$/ })).toHaveLength(9)
})

test('an order that needs a decision of its own keeps it, behind the line that names every kind', () => {
  show([
    cancels(1, { kind: 'cancellationAsked' }),
    cancels(2, { kind: 'cancellationAsked' }),
    cancels(3, { toArrange: false }),
  ])
  const [line] = screen.getAllByRole('list')
  expect(line!.textContent).toContain('2 compradores pedem o cancelamento')
  expect(line!.textContent).toContain('1 pacote que ninguém bipou')
  expect(screen.queryByRole('button', { name: /Organizar/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Ver 3 pedidos' }))
  const group = screen.getByRole('heading', { name: '2 compradores pedem o cancelamento' }).closest('li')!
  expect(within(group).getAllByRole('button')).toHaveLength(4)
})
