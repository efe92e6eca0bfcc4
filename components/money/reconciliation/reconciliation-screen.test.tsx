import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { DifferencePick } from '@/lib/money/cases/picks'
import type { CaseFrame } from '@/lib/money/cases/views'
import type { Language } from '@/lib/core/language'
import { readSettlementFilters } from '@/lib/money/reconciliation/filters'
import type { ReconciliationView, SettlementRow, SettlementView } from '@/lib/money/reconciliation/views'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { ReconciliationScreen } from './reconciliation-screen'
import { SettlementDetail } from './settlement-detail'

stubPage({
  useRouter: () => ({ replace: () => undefined, push: () => undefined, refresh: () => undefined }),
  usePathname: () => '/dashboard/shopee-reconciliation',
  useSearchParams: () => new URLSearchParams(),
})

const today = '2026-11-21'
const row = (id: string, more: Partial<SettlementRow>): SettlementRow => ({
  id,
  code: id.toUpperCase(),
  orderId: null,
  day: '2026-11-04',
  shopId: 'north',
  shopName: 'Loja Norte',
  state: 'underpaid',
  dueOn: null,
  expectedOn: null,
  releasedAt: null,
  expectedCents: 30_198n,
  releasedCents: 28_958n,
  adjustedCents: 0n,
  differenceCents: -1240n,
  unexplainedCents: 0n,
  cause: 'freight',
  ...more,
})
const rows = [
  row('first', {}),
  row('second', { differenceCents: -600n }),
  row('unsure', { cause: 'service', differenceCents: -1000n }),
  row('surplus', { cause: null, differenceCents: 248n, unexplainedCents: 248n, state: 'overpaid' }),
]
const pick = (id: string, more: Partial<DifferencePick>): DifferencePick => ({
  settlementId: id,
  code: id.toUpperCase(),
  shopId: 'north',
  shopName: 'Loja Norte',
  cause: 'freight',
  amountCents: 1240n,
  fileBy: '2026-11-27',
  refusal: null,
  caseId: null,
  caseState: null,
  facts: {},
  ...more,
})
const picks = [
  pick('first', {}),
  pick('second', { amountCents: 600n }),
  pick('unsure', { cause: 'service', amountCents: 1000n, refusal: 'unconfirmed' }),
  pick('surplus', { cause: 'unexplained', amountCents: -248n, refusal: 'surplus' }),
]
const frame: CaseFrame = {
  picks,
  opened: picks[0]!,
  owners: [],
  due: { cases: 3, cents: 1n, next: today },
  today,
  canDecide: true,
  prerequisites: { ruleFrom: '2026-03-01', isEmpty: false },
}
const sums = {
  orders: 4n,
  expectedCents: 120_792n,
  releasedCents: 115_832n,
  adjustedCents: 0n,
  differenceCents: -2592n,
  explainedCents: -2840n,
  unexplainedCents: 248n,
}
const left = { shortOrders: 0n, shortCents: 0n, overOrders: 1n, overCents: 248n }
const view: ReconciliationView = {
  filters: readSettlementFilters({}, today),
  states: [{ state: 'underpaid', ...sums }],
  shopTotals: [],
  totals: { ...sums, ...left },
  unexplained: left,
  causes: [
    { cause: 'freight', orders: 2n, amountCents: -1840n },
    { cause: 'service', orders: 1n, amountCents: -1000n },
  ],
  accepted: { orders: 0n, cents: 0n },
  nextDue: { day: '2026-11-22', cents: 231_040n },
  page: { rows, previous: null, next: null },
  counted: { orders: 4, differenceCents: -2592n, isWhole: true },
  progress: null,
  shops: [],
  entities: [],
  participation: [],
}
const facts = { carrier: '-12499', buyerPaid: '8259', rebate: '3000', charged: '-1240', expected: '0' }
const settlement: SettlementView = {
  ...rows[0]!,
  explainedCents: -1240n,
  deliveredOn: '2026-11-11',
  rule: null,
  returns: [],
  asOf: new Date(),
  causes: [{ cause: 'freight', amountCents: -1240n, isUnconfirmed: false, facts }],
  lines: [
    { kind: 'product_revenue', expectedCents: 39_300n, chargedCents: 39_300n, cause: null },
    { kind: 'freight', expectedCents: 0n, chargedCents: -1240n, cause: 'freight' },
  ],
  releases: [{ source: 'api', key: '', cents: 28_958n, at: new Date('2026-11-18T12:00:00Z') }],
  wallet: [{ id: 'w', kind: 'payout', cents: 28_958n, at: new Date('2026-11-18T12:00:00Z') }],
}

const open = (language: Language = 'pt', more: Partial<CaseFrame> = {}, changes: Partial<ReconciliationView> = {}) => {
  const shown = { ...frame, ...more }
  render(<ReconciliationScreen view={{ ...view, ...changes }} frame={shown} openId={null} detail={null} />, {
    wrapper: testPage(language),
  })
}
const openDetail = () => {
  const detail = <SettlementDetail settlement={settlement} frame={frame} timeZone="America/Sao_Paulo" isBeside />
  render(<ReconciliationScreen view={view} frame={frame} openId="first" detail={detail} />, { wrapper: testPage('pt') })
}
const textOf = (element: HTMLElement) => element.textContent!.replaceAll('\u00a0', ' ')

test('each cause leads to its orders, what nothing explains among them', () => {
  open()
  for (const [name, cause] of [
    [/Frete cobrado a mais\s?R\$\s18,40/, 'freight'],
    [/Não explicado/, 'unexplained'],
  ] as const) {
    const link = screen
      .getAllByRole('link', { name })
      .find((one) => one.getAttribute('href')!.includes(`cause=${cause}`))
    expect(link).toBeTruthy()
  }
})

test('the chosen cause is marked and leads back to all of them', () => {
  open('pt', {}, { filters: readSettlementFilters({ cause: 'freight' }, today) })
  const [chosen, other] = [/Frete cobrado a mais\s?R\$\s18,40/, /Taxa de serviço errada\s?R\$\s10,00/].map((name) =>
    screen.getByRole('link', { name }),
  )
  expect([chosen, other].map((link) => link!.getAttribute('aria-current'))).toEqual(['true', null])
  expect(chosen!.getAttribute('href')).not.toContain('cause=')
  expect(other!.getAttribute('href')).toContain('cause=service')
})

test('the costliest, the chosen and the unexplained of many causes stand open, the others behind their number and sum', () => {
  const many = (
    ['freight', 'service', 'late', 'fixed_fee', 'price', 'adjustment', 'affiliate', 'vouchers'] as const
  ).map((cause, place) => ({ cause, orders: 1n, amountCents: BigInt(place - 9) * 100n }))
  open('pt', {}, { causes: many, filters: readSettlementFilters({ cause: 'vouchers' }, today) })
  const fold = screen.getByText(/^Mais 3 causas: R\$\s12,00$/).closest('details')!
  const linksIn = (isFolded: boolean) =>
    screen.getAllByRole('link', { name: /\d pedido/, hidden: true }).filter((link) => fold.contains(link) === isFolded)
  expect([linksIn(false).length, linksIn(true).length]).toEqual([6, 3])
  expect(linksIn(false).some((link) => link.getAttribute('aria-current') === 'true')).toBe(true)
})

test('with a state chosen the causes say that they are of all states, as their orders are', () => {
  const scope = /Em todas as situações/
  open()
  expect(screen.queryByText(scope)).toBeNull()
  open('pt', {}, { filters: readSettlementFilters({ state: 'underpaid' }, today) })
  expect(screen.getByText(scope)).toBeTruthy()
})

test('a list of less than the totals above it says its own number and sum before its rows, whatever narrows it', () => {
  const isBeforeRows = () => {
    const [sum] = screen.getAllByText(/^diferença/)
    return !!(
      sum!.compareDocumentPosition(screen.getByRole('table', { name: 'Pedidos' })) & Node.DOCUMENT_POSITION_FOLLOWING
    )
  }
  open('pt', {}, { filters: readSettlementFilters({ show: 'all' }, today) })
  expect(isBeforeRows()).toBe(false)
  for (const query of [{}, { state: 'late' }, { case: 'unclaimed', min: '1000' }]) {
    cleanup()
    open('pt', {}, { filters: readSettlementFilters(query, today) })
    expect(isBeforeRows()).toBe(true)
  }
})

test('an accepted difference stands beside the difference that it is a part of, and leads to its orders', () => {
  open('pt', {}, { accepted: { orders: 2n, cents: -1840n } })
  const link = screen.getByRole('link', { name: /2 pedidos com a diferença aceita/ })
  expect(textOf(link)).toBe('2 pedidos com a diferença aceita: −R$ 18,40')
  expect(link.getAttribute('href')).toContain('case=accepted')
})

test('missing and overpaid amounts never offset each other, in total and shop by shop', () => {
  const both = { shortOrders: 1n, shortCents: -500n, overOrders: 1n, overCents: 500n }
  const totals = { ...sums, ...both, unexplainedCents: 0n }
  const even = { ...totals, shortOrders: 0n, shortCents: 0n, overOrders: 0n, overCents: 0n }
  const shopTotals = [
    { id: 'north', name: 'Loja Norte', ...totals },
    { id: 'south', name: 'Loja Sul', ...even },
  ]
  open('pt', {}, { totals, unexplained: both, shopTotals })
  const expectedText = 'R$ 5,00 a menos sem explicação · R$ 5,00 a mais sem explicação'
  const card = screen.getByRole('heading', { name: 'Diferença' }).closest('article')!
  expect(textOf(card)).toContain(expectedText)
  expect(textOf(card)).not.toContain('tudo explicado')
  expect(screen.getAllByRole('link', { name: /Não explicado.*1 pedido/ }).map(textOf)).toHaveLength(2)
  const shops = screen.getByRole('table', { name: 'Por loja' })
  const [north, south] = ['Loja Norte', 'Loja Sul'].map((name) =>
    within(shops).getByRole('row', { name: new RegExp(name) }),
  )
  expect(textOf(south!)).toContain('tudo explicado')
  const address = within(north!)
    .getByRole('link', { name: /sem explicação/ })
    .getAttribute('href')!
  expect([...new URL(address, 'http://x').searchParams]).toEqual(
    expect.arrayContaining([
      ['shop', expect.anything()],
      ['cause', 'unexplained'],
    ]),
  )
})

test('the line that differs says so by a word, beside what the rule has, and the reason names its figures', async () => {
  await act(async () => openDetail())
  expect(await screen.findByRole('dialog', { name: 'Pedido' })).toBeTruthy()
  const line = screen.getByRole('row', { name: /Frete líquido/ })
  expect(textOf(line)).toBe('Frete líquido (difere)0,00−12,40')
  expect(screen.getByText(/O frete cobrado \(R\$ 124,99\) passou do pago/)).toBeTruthy()
})

test('selected differences become a case for each shop and cause; indisputable ones stay out with the reason', async () => {
  open()
  await act(async () => void fireEvent.click(screen.getAllByLabelText('Selecionar todas desta página')[0]!))
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Contestar 4 selecionadas' })))
  const dialog = await screen.findByRole('dialog', { name: 'Abrir contestação' })
  const items = within(dialog).getAllByRole('listitem').map(textOf)
  expect(items[0]).toBe('Frete cobrado a maisLoja Norte · 2 pedidosR$ 18,40')
  expect(items.slice(1)).toEqual([
    'UNSURE: regra de taxas ainda não confirmada pelos pedidos da loja',
    'SURPLUS: pago a mais; não há o que pedir, mas dá para aceitar',
  ])
})

test('an accepted difference is named with its causes and amounts, each side by itself', async () => {
  open()
  await act(async () => void fireEvent.click(screen.getAllByLabelText('Selecionar todas desta página')[0]!))
  const bar = screen.getByRole('group', { name: 'Diferenças selecionadas' })
  await act(async () => void fireEvent.click(within(bar).getByRole('button', { name: 'Aceitar diferença' })))
  const dialog = await screen.findByRole('dialog', { name: 'Aceitar a diferença' })
  expect(within(dialog).getAllByRole('listitem').map(textOf)).toEqual([
    'Frete cobrado a maisLoja Norte · 2 pedidosR$ 18,40',
    'Taxa de serviço erradaLoja Norte · UNSURER$ 10,00',
    'Não explicadoLoja Norte · SURPLUSR$ 2,48pago a mais',
  ])
  expect(textOf(dialog)).toContain('Total: R$ 28,40 · pago a mais: R$ 2,48')
})

test('a role that only reads gets no boxes and no case to open, in either language', () => {
  open('en', { canDecide: false, owners: [] })
  expect(screen.queryAllByRole('checkbox')).toEqual([])
  expect(screen.queryByRole('button', { name: 'Open a case' })).toBeNull()
  expect(screen.getByText('Why money is missing')).toBeTruthy()
})

test('a company without a settlement is led to its first file', () => {
  open('pt', { prerequisites: { ruleFrom: null, isEmpty: true } })
  expect(screen.getByRole('link', { name: 'Importar arquivo' }).getAttribute('href')).toMatch(/arquivos$/)
  expect(screen.queryByText('Por que falta dinheiro')).toBeNull()
})
