import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BrowserCard } from '@/components/identity/settings/notifications/browser-card'
import { testPage } from '@/components/ui/test-page'
import { noticeHref } from '@/lib/identity/notices/kinds'
import type { Notice } from '@/lib/insight/notifications/queries'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { Bell } from './bell'
import { NoticesProvider, useSharedNotices } from './notices-provider'

stubPage({ usePathname: () => '/dashboard', markNoticesReadAction: async () => ({ ok: true, data: null }) })

const shown: { title: string; tag?: string; body?: string }[] = []
let requests = 0
class FakeNotification {
  static refuses = false
  static permission = 'default'
  static answer = 'granted'
  static async requestPermission() {
    requests += 1
    return (FakeNotification.permission = FakeNotification.answer)
  }
  constructor(title: string, { tag, body }: NotificationOptions) {
    if (FakeNotification.refuses) throw new TypeError('Illegal constructor')
    shown.push({ title, tag, body })
  }
}
const notice = (id: string, at: string, more: object = {}) =>
  ({
    id,
    at,
    read: false,
    kind: 'cancellationAsked',
    data: { count: 1, names: ['2411AAA'], items: ['x'] },
    ...more,
  }) as Notice
let latest: Notice[]
let fetched: number
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-28T12:00:00Z') })
  vi.stubGlobal('Notification', FakeNotification)
  Object.assign(FakeNotification, { permission: 'default', answer: 'granted', refuses: false })
  localStorage.clear()
  ;[shown.length, requests, fetched, latest] = [0, 0, 0, []]
  global.fetch = vi.fn(async (address) => {
    fetched += 1
    // The mark of the notices changes with them.
    const marks = { orders: null, returns: null, notices: latest.map(({ id }) => id).join() }
    const data = address === '/api/updates' ? marks : { unread: latest.length, latest }
    return { json: async () => ({ ok: true, data }) } as Response
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const show = () =>
  render(
    <>
      <NoticesProvider unread={0}>
        <Bell />
      </NoticesProvider>
      <BrowserCard />
    </>,
    { wrapper: testPage() },
  )

test('nothing is asked of the browser before a click, and nothing is shown by it before it is allowed', async () => {
  show()
  expect(screen.getByText(/Com o navegador fechado/)).toBeTruthy()
  latest = [notice('new', '2026-11-28T12:10:00.000Z')]
  await pass(300_000)
  expect([requests, shown]).toEqual([0, []])
  expect(screen.getByLabelText('Avisos: 1 novo', { selector: 'button' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Mostrar avisos aqui' }))
  expect(requests).toBe(1)
  expect(screen.getByText('Este navegador mostra os avisos.')).toBeTruthy()
})

test('a new, unread and urgent notice is shown once, in words, from any tab', async () => {
  latest = [notice('old', '2026-11-28T11:00:00.000Z')]
  show()
  await user.click(screen.getByRole('button', { name: 'Mostrar avisos aqui' }))
  latest = [
    notice('new', '2026-11-28T12:10:00.000Z'),
    notice('calm', '2026-11-28T12:09:00.000Z', { kind: 'lowStock', data: { count: 1 } }),
    notice('seen', '2026-11-28T12:08:00.000Z', { read: true }),
    ...latest,
  ]
  await pass(61_000)
  const words = { title: '1 cancelamento para responder', body: '2411AAA. Segure o pacote e responda ao comprador.' }
  expect(shown).toEqual([{ ...words, tag: 'new' }])
  await pass(180_000)
  expect(shown).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Parar de mostrar' }))
  latest = [notice('newer', '2026-11-28T12:20:00.000Z')]
  await pass(300_000)
  expect(shown).toHaveLength(1)
})

test.each([-2, 2])('on a device whose clock is %s days wrong new notices are shown, and no old ones', async (days) => {
  const old = notice('old', '2026-11-28T11:59:00.000Z')
  latest = [old]
  vi.setSystemTime(Date.now() + days * 86_400_000)
  show()
  await user.click(screen.getByRole('button', { name: 'Mostrar avisos aqui' }))
  latest = [notice('new', '2026-11-28T12:01:00.000Z'), old]
  await pass(61_000)
  expect(shown.map(({ tag }) => tag)).toEqual(['new'])
})

test('a browser with blocked notifications explains how to allow them', async () => {
  FakeNotification.answer = 'denied'
  show()
  await user.click(screen.getByRole('button', { name: 'Mostrar avisos aqui' }))
  expect(screen.getByText(/Permita na barra de endereço/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Mostrar avisos|Parar/ })).toBeNull()
})

test('notices go on for as long as a session may idle, and nothing is asked after it', async () => {
  show()
  await user.click(screen.getByRole('button', { name: 'Mostrar avisos aqui' }))
  await pass(11 * 3_600_000)
  latest = [notice('late', '2026-11-28T23:05:00.000Z')]
  await pass(60_000)
  expect(shown.map(({ tag }) => tag)).toEqual(['late'])
  await pass(3_600_000)
  const before = fetched
  await pass(3_600_000)
  expect(fetched).toBe(before)
})

/** As Chrome on Android: no notice without the worker. */
function stubWorker() {
  const worker = {
    registered: [] as string[],
    shown: [] as { title: string; tag?: string; href: string }[],
    isGone: false,
    showNotification: async (title: string, { tag, data }: NotificationOptions) =>
      void worker.shown.push({ title, tag, href: (data as { href: string }).href }),
    unregister: async () => (worker.isGone = true),
  }
  vi.stubGlobal('navigator', {
    ...window.navigator,
    serviceWorker: {
      register: async (path: string) => void worker.registered.push(path),
      ready: Promise.resolve(worker),
      getRegistration: async () => worker,
    },
  })
  FakeNotification.refuses = true
  return worker
}

test('where the browser has service workers, the worker shows a notice and is given its page', async () => {
  const worker = stubWorker()
  show()
  await user.click(screen.getByRole('button', { name: 'Mostrar avisos aqui' }))
  expect(worker.registered).toEqual(['/notices.js'])
  latest = [notice('new', '2026-11-28T12:10:00.000Z')]
  await pass(61_000)
  const title = '1 cancelamento para responder'
  expect(worker.shown).toEqual([{ title, tag: 'new', href: noticeHref(latest[0]!) }])
  expect(screen.getByText('Este navegador mostra os avisos.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Parar de mostrar' }))
  expect(worker.isGone).toBe(true)
})

test('a browser that shows none of its own says so, and the bell goes on', async () => {
  show()
  await user.click(screen.getByRole('button', { name: 'Mostrar avisos aqui' }))
  FakeNotification.refuses = true
  latest = [notice('new', '2026-11-28T12:10:00.000Z')]
  await pass(61_000)
  expect(shown).toEqual([])
  expect(screen.getByText(/Este navegador não mostra avisos/)).toBeTruthy()
  expect(screen.getByRole('button', { name: /1/ })).toBeTruthy()
})

test('the component does not render again while the notices are unchanged', () => {
  const values = new Set<unknown>()
  const Reader = () => void values.add(useSharedNotices())
  const page = () => (
    <NoticesProvider unread={0}>
      <Reader />
    </NoticesProvider>
  )
  const { rerender } = render(page(), { wrapper: testPage() })
  rerender(page())
  expect(values.size).toBe(1)
})
