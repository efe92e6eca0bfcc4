import { act, fireEvent, render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { Notice } from '@/lib/insight/notifications/queries'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { Bell } from './bell'
import { NoticesProvider } from './notices-provider'

const marked: unknown[] = []
stubPage({
  usePathname: () => '/dashboard',
  markNoticesReadAction: async (_: unknown, input: unknown) => (marked.push(input), { ok: true, data: null }),
})

const id = '0192d1b0-0000-7000-8000-00000000000'
const latest: Notice[] = [
  {
    id: `${id}1`,
    at: '2026-11-21T11:00:00.000Z',
    read: false,
    kind: 'expenseDue',
    data: { count: 2, cents: '123456', until: '2026-11-24' },
  },
  { id: `${id}2`, at: '2026-11-20T11:00:00.000Z', read: true, kind: 'lowStock', data: { count: 1 } },
]
const answer = (body: object | null) => {
  global.fetch = vi.fn(async () => {
    if (!body) throw new TypeError('offline')
    return { json: async () => body } as Response
  })
}
async function open() {
  await act(async () => {
    const panel = document.querySelector('[popover]')!
    fireEvent(panel, Object.assign(new Event('toggle'), { newState: 'open' }))
  })
}
beforeEach(() => void (marked.length = 0))

test('opening the bell shows the latest in words, marks what was unread as read and empties the count', async () => {
  answer({ ok: true, data: { unread: 1, latest } })
  render(
    <NoticesProvider unread={1}>
      <Bell />
    </NoticesProvider>,
    { wrapper: testPage() },
  )
  expect(screen.getByRole('button', { name: 'Avisos: 1 novo' })).toBeTruthy()
  await open()
  const link = screen.getByText('2 despesas a pagar')
  expect(link.getAttribute('href')).toBe('/dashboard/expenses?status=pending&to=2026-11-24')
  expect(screen.getByText(/1\.234,56 vencidos ou a vencer até 24\/11\/2026/)).toBeTruthy()
  expect(marked).toEqual([{ ids: [`${id}1`] }])
  expect(screen.getByLabelText('Avisos: nenhum novo', { selector: 'button' })).toBeTruthy()
})

test('without a connection it says so and can be asked again', async () => {
  answer(null)
  render(
    <NoticesProvider unread={120}>
      <Bell />
    </NoticesProvider>,
    { wrapper: testPage() },
  )
  expect(screen.getByText('99+')).toBeTruthy()
  await open()
  expect(screen.getByText('Não deu para carregar os avisos.')).toBeTruthy()
  answer({ ok: true, data: { unread: 0, latest: [] } })
  await act(async () => screen.getByText('Tentar de novo').click())
  expect(screen.getByText('Nenhum aviso por aqui')).toBeTruthy()
})
