import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { checkNames, type CheckName } from '@/lib/insight/data-checks/schema'
import type { AuditHealthView, FindingView } from '@/lib/insight/data-checks/views'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { HealthTab } from './health-tab'

stubPage({ useRouter: () => ({ refresh: () => undefined }), runHealthAction: vi.fn(), repairHealthAction: vi.fn() })

/** Whatever a check may say of a row. */
const values = {
  onHand: '3',
  reserved: '-1',
  orders: '2',
  cents: '12345',
  loss: '99',
  units: '4',
  name: 'Caneca',
  day: '2026-11-20',
  table: 'wallet_day',
  stream: 'orders',
  role: 'operator',
}
const find = (check: CheckName, more: Partial<FindingView> = {}): FindingView => ({
  check,
  severity: 'warning',
  outcome: 'found',
  count: 1234,
  isVisible: true,
  isOwn: false,
  href: '/dashboard/x',
  repair: 'offered',
  toggleHref: '/dashboard/audit?tab=health',
  rows: [{ ref: 'a', label: 'CANECA', values, href: '/dashboard/y' }],
  ...more,
})
const view: AuditHealthView = {
  running: null,
  hasFailed: false,
  findings: [],
  healthy: [],
  total: 30,
  timeZone: 'America/Sao_Paulo',
  latest: { runId: 'run', at: new Date('2026-11-23T09:00:00Z'), score: 100, byNight: true, askedBy: null },
  history: [],
  auditLog: null,
}

test.each(['pt', 'en'] as const)('every check has its words, of the whole and of a row (%s)', (language) => {
  const { container } = render(<HealthTab view={{ ...view, findings: checkNames.map((check) => find(check)) }} />, {
    wrapper: testPage(language),
  })
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(checkNames.length)
  expect(container.textContent).not.toMatch(/healthChecks\.|[{}]|undefined/)
  expect(container.textContent).toContain(language === 'pt' ? '1.234 encontrados' : '1,234 found')
  expect(container.textContent).toContain(language === 'pt' ? '20/11/2026' : 'Nov 20, 2026')
})

test.each([
  [
    'pt',
    /12\.000 alterações conferidas de 15\.000\. O resto segue/,
    /15\.000 alterações conferidas de 15\.000\. Cada uma delas foi relida desde 20\/11\/2026/,
  ],
  [
    'en',
    /12,000 changes verified of 15,000\. The rest follows/,
    /15,000 changes verified of 15,000\. Each of them has been read again since Nov 20, 2026/,
  ],
] as const)('the audit log’s check says how much was read, and since when all of it (%s)', (language, soFar, all) => {
  const auditLog = { verified: 12_000, chained: 15_000, wholeSince: null, at: new Date('2026-11-23T09:00:00Z') }
  const isUnknown = { outcome: 'unknown', count: 0, rows: null, href: null, repair: 'none' } as const
  const { container, rerender } = render(
    <HealthTab view={{ ...view, auditLog, findings: [find('trailBroken', isUnknown)] }} />,
    { wrapper: testPage(language) },
  )
  expect(container.textContent).toMatch(soFar)
  const whole = { ...auditLog, verified: 15_000, wholeSince: '2026-11-20T06:00:00.000Z' }
  rerender(<HealthTab view={{ ...view, auditLog: whole, healthy: ['trailBroken', 'stockLevels'] }} />)
  expect(container.textContent).toMatch(all)
})

test('a failed check is not shown as healthy, and a role that does not see the records is informed', () => {
  const findings = [
    find('stockLevels', { outcome: 'unknown', count: 0, rows: null, href: null, repair: 'none' }),
    find('membersWithoutSecondStep', { isVisible: false, rows: null, href: null, repair: 'none' }),
  ]
  render(<HealthTab view={{ ...view, findings, healthy: ['deskRows'] }} />, { wrapper: testPage('pt') })
  expect(screen.getByText('Não foi possível conferir')).toBeTruthy()
  expect(screen.getByText(/Seu papel não vê quais são/)).toBeTruthy()
  expect(screen.queryByText('Nada a consertar: todas as conferências passaram.')).toBeNull()
  expect(screen.queryByRole('button', { name: /Consertar/ })).toBeNull()
})

test('the progress of a run is shown and announced', () => {
  const running = { state: 'running' as const, done: 15, total: 28 }
  render(<HealthTab view={{ ...view, latest: null, running }} />, { wrapper: testPage('pt') })
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('15')
  expect(screen.getByRole('status').textContent).toBe('Conferência em andamento: 50%')
})
