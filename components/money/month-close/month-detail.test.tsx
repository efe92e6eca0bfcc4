import { render, screen, within } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { Language } from '@/lib/core/language'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import type { MonthClosesView, MonthDetail as Opened } from '@/lib/money/month-close/views'
import { MonthDetail } from './month-detail'

stubPage({ useRouter: () => ({ refresh: () => undefined }) })

const entity = { id: '0192d1b0-0000-7000-8000-000000000001', name: 'Loja da Ana Ltda', shop: null }
const view: MonthClosesView = {
  entities: [entity],
  entity,
  today: '2026-11-30',
  months: [],
  next: '2026-08-01',
  mayBegin: false,
  pending: [],
  opened: null,
  may: { close: true, reopen: true, download: true },
}
const month: Opened = {
  month: '2026-10-01',
  state: 'open',
  frozen: null,
  live: {},
  adjustments: [],
  closings: [],
  prechecks: [],
  isLast: false,
  adsGaps: [],
}

const show = (language: Language, opened: Partial<Opened>) =>
  render(<MonthDetail view={view} opened={{ ...month, ...opened }} timeZone="America/Sao_Paulo" />, {
    wrapper: testPage(language),
  }).container

test.each<[Language, Opened['state'], string]>([
  ['pt', 'open', 'Ainda não pode ser fechado sozinho: ago/2026 vem antes. Feche tudo até aqui de uma vez.'],
  ['pt', 'running', 'Ainda não pode ser fechado: o mês não terminou.'],
  ['pt', 'before', 'Fica aberto: é anterior ao primeiro mês fechado.'],
  ['en', 'open', 'It cannot be closed alone yet: Aug 2026 comes first. Close all up to here in one go.'],
  ['en', 'running', 'It cannot be closed yet: the month is not over.'],
  ['en', 'before', 'It stays open: it lies before the first month that was closed.'],
])('a month that cannot be closed says why (%s, %s)', (language, state, reason) => {
  expect(show(language, { state }).textContent).toContain(reason)
})

test.each<[Opened['state']]>([['next'], ['closed']])(
  'one that can be, or is, gives no reason against it (%s)',
  (state) => {
    const { textContent } = show('pt', { state })
    expect(textContent).not.toMatch(/Ainda não pode|Fica aberto/)
  },
)

test.each<[Language, string, string]>([
  ['pt', 'Antes de fechar', 'Ninguém disse se 2 lojas anunciam: os Ads contam como zero.'],
  ['en', 'Before closing', 'Nobody said whether 2 shops advertise: Ads count as zero.'],
])('a month that lacks something names it before it is closed, with the way there (%s)', (language, title, text) => {
  show(language, {
    state: 'next',
    prechecks: [{ kind: 'adsUnsaid', count: 2, cents: null, href: '/dashboard/shops' }],
  })
  expect(screen.getByRole('heading', { name: title })).toBeTruthy()
  const row = screen.getByText(text, { exact: false }).closest('li')!
  expect(within(row).getByRole('link').getAttribute('href')).toBe('/dashboard/shops')
})
