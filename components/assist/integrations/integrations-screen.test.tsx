import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { IntegrationsView } from '@/lib/assist/integrations/views'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import type { DeliveryRow } from '@/lib/assist/webhooks/views'
import { IntegrationsScreen } from './integrations-screen'

const router = { refresh: vi.fn() }
stubPage({
  useRouter: () => router,
  setKeyAction: vi.fn(),
  removeKeyAction: vi.fn(),
  createTokenAction: vi.fn(),
  revokeTokenAction: vi.fn(),
  confirmProposalAction: vi.fn(),
  refuseProposalAction: vi.fn(),
  createWebhookAction: vi.fn(),
  updateWebhookAction: vi.fn(),
  setWebhookStateAction: vi.fn(),
  changeWebhookSecretAction: vi.fn(),
  removeWebhookAction: vi.fn(),
  testWebhookAction: vi.fn(),
  sendAgainAction: vi.fn(),
})

const at = new Date('2026-11-23T09:00:00Z')
const none = { connections: null, programs: null, functions: null, webhooks: null, proposals: [] }
const tabs: IntegrationsView['tabs'] = ['connections', 'programs', 'functions', 'webhooks']
const set = { state: 'ready', source: 'organization', hint: '4321', setAt: at } as const
const connections: IntegrationsView['connections'] = {
  marketplace: { state: 'attention', connected: 1, ended: ['Norte'], ending: ['Sul'] },
  drive: { state: 'ready', problem: null, folder: 'Mascate' },
  google: { state: 'notSet' },
  email: { state: 'ready' },
  spent: {
    limits: { person: 400_000, organization: 2_000_000 },
    total: { dayTokens: 1200, dayMicros: '1230', monthTokens: 45_000, monthMicros: '51200' },
    people: [
      { userId: 'a', name: 'Ana', dayTokens: 1200, dayMicros: '1230', monthTokens: 40_000, monthMicros: '50000' },
      { userId: 'b', name: null, dayTokens: 0, dayMicros: '0', monthTokens: 5000, monthMicros: '1200' },
    ],
  },
  keys: { gemini: set, manus: { state: 'notSet', source: null, hint: null, setAt: null } },
}
const endpoint = {
  id: 'e',
  url: 'https://erp.example/hook',
  kinds: ['order.created', 'payout.changed'],
  state: 'active' as const,
  failingSince: at,
  formerUntil: at,
  createdAt: at,
  waiting: 2,
  lastDeliveredAt: at,
}
const delivery: DeliveryRow = {
  id: 'd',
  eventId: 'v',
  kind: 'order.created',
  state: 'waiting',
  attempts: 2,
  status: 503,
  problem: 'status',
  said: 'em manutenção',
  tookMs: 1234,
  triedAt: at,
  dueAt: at,
  createdAt: at,
}
const show = (view: Partial<IntegrationsView>, language: 'pt' | 'en' = 'pt') =>
  render(
    <IntegrationsScreen
      view={{ ...none, tabs, tab: 'connections', mayManage: true, ...view }}
      timeZone="America/Sao_Paulo"
    />,
    { wrapper: testPage(language) },
  )

test.each(['pt', 'en'] as const)('each part is said whole in %s', (language) => {
  const failed: DeliveryRow = { ...delivery, id: 'f', kind: 'test', state: 'failed', status: null, problem: 'timeout' }
  show({ connections }, language)
  show(
    {
      tab: 'programs',
      programs: { tokens: [], hasPassword: true, mcpAddress: 'https://m.example/api/mcp', tools: ['expenses'] },
    },
    language,
  )
  const rows = [{ name: 'sync-shop', changes: true }]
  show({ tab: 'functions', functions: { address: 'https://m.example/api/functions', rows } }, language)
  const log = { rows: [delivery, failed], previous: null, next: 'more' }
  const paused = { ...endpoint, id: 'p', state: 'disabled' as const }
  show({ tab: 'webhooks', webhooks: { endpoints: [endpoint, paused], chosen: endpoint, log } }, language)
  show({ tab: 'webhooks', webhooks: { endpoints: [], chosen: null, log: null } }, language)
  expect(document.body.textContent).not.toMatch(/apis\.|undefined|\[object/)
  expect(document.body.textContent).toMatch(/Norte, Sul/)
  expect(document.body.textContent).toMatch(
    language === 'pt' ? /US\$ 0,0012.*1\.200 .*Ana/ : /US\$0\.0012.*1,200 .*Ana/,
  )
})

test('the text to paste into each client is whole, and leads to this address with the token', () => {
  const address = 'https://m.example/api/mcp'
  show({ tab: 'programs', programs: { tokens: [], hasPassword: true, mcpAddress: address, tools: ['expenses'] } })
  const pasted = Object.fromEntries(
    [...document.querySelectorAll('details')].map((client) => [
      client.querySelector('summary')!.textContent.split(' (')[0],
      client.querySelector('pre')!.textContent,
    ]),
  )
  const headers = { Authorization: 'Bearer mct_…' }
  const parsed = (client: string) => JSON.parse(pasted[client]!) as unknown
  expect(parsed('Claude Desktop')).toEqual({
    mcpServers: {
      mascate: {
        command: 'npx',
        args: ['-y', 'mcp-remote', address, '--header', 'Authorization:${TOKEN}'],
        env: { TOKEN: headers.Authorization },
      },
    },
  })
  expect(parsed('Cursor')).toEqual({ mcpServers: { mascate: { url: address, headers } } })
  expect(parsed('VS Code')).toEqual({ servers: { mascate: { type: 'http', url: address, headers } } })
  for (const client of ['Claude Code', 'ChatGPT e outros: só o endereço e o cabeçalho Authorization']) {
    expect(pasted[client]).toContain(address)
    expect(pasted[client]).toContain(`Authorization: ${headers.Authorization}`)
  }
  expect(Object.keys(pasted)).toHaveLength(5)
})

test('a role that may not manage integrations sees the state, and nothing to change', () => {
  show({ connections, mayManage: false })
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('a test shows its outcome; an answer of something in between differs from a refusal', async () => {
  const answer = (body: object, ours = true, status = 200) => ({
    ok: status === 200,
    status,
    json: () => Promise.resolve(body),
    headers: new Map(ours ? Object.entries({ 'x-mascate-function': '1', 'content-type': 'application/json' }) : []),
  })
  const token = answer({ ok: true, data: { token: 'mcs_x', livesMs: 600_000 } })
  const answers = [
    token,
    answer({ state: 'busy' }),
    answer({}, false, 502),
    answer({ error: 'permissionDenied', status: 403 }, true, 403),
    token,
    answer({ state: 'works' }),
  ]
  const requests: string[] = []
  globalThis.fetch = vi.fn((url: string) => {
    requests.push(url)
    return Promise.resolve(answers.shift())
  }) as never
  show({ connections })
  const button = screen.getByRole('button', { name: 'Testar Gemini' })
  const press = async (said: RegExp) => {
    fireEvent.click(button)
    await waitFor(() => expect(document.body.textContent).toMatch(said))
    await waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'))
  }
  for (const said of [/cota de chamadas acabou/, /se perdeu no caminho/, /Seu papel não permite/]) await press(said)
  // The token is asked for once.
  const test = '/api/functions/test-integration'
  const asked = () => requests.map((url) => url.split('?')[0])
  expect(asked()).toEqual(['/api/functions/token', test, test, test])
  vi.setSystemTime(Date.now() + 600_000)
  await press(/Respondeu agora: funciona/)
  expect(asked().slice(4)).toEqual(['/api/functions/token', test])
  vi.useRealTimers()
})

test('a delivery that is due is followed until it has an outcome, however long that takes', () => {
  vi.useFakeTimers()
  const webhooks = (state: DeliveryRow['state']) => ({
    endpoints: [endpoint],
    chosen: endpoint,
    log: { rows: [{ ...delivery, state }], previous: null, next: null },
  })
  const refreshes = (state: DeliveryRow['state']) => {
    router.refresh.mockClear()
    const { unmount } = show({ tab: 'webhooks', webhooks: webhooks(state) })
    act(() => void vi.advanceTimersByTime(60_000))
    unmount()
    return router.refresh.mock.calls.length
  }
  expect(refreshes('waiting')).toBeGreaterThan(10)
  expect(refreshes('delivered')).toBe(0)
  vi.useRealTimers()
})
